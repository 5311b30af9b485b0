create table from_the_future (id int);
