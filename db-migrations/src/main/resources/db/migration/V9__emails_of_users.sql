-- Commits name people by e-mail address; a page of them asks for all of theirs at once.
create index users_email_address_idx on users (lower(email_address)) where not deleted;
