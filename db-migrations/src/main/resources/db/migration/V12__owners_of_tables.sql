-- The feature package that owns each table: it alone names the table in its statements.

comment on table lease is 'platform.database';
comment on table node_session is 'platform.node';
comment on table outbox_event is 'platform.outbox';
comment on table scheduled_tasks is 'platform.outbox';

comment on table audit_event is 'identity.audit';
comment on table access_key is 'identity.key';
comment on table access_token is 'identity.token';
comment on table gpg_key is 'identity.key';
comment on table gpg_sub_key is 'identity.key';
comment on table login_failure is 'identity.password';
comment on table remember_me is 'identity.session';
comment on table spring_session is 'identity.session';
comment on table spring_session_attributes is 'identity.session';
comment on table ssh_key is 'identity.key';
comment on table permission_grant is 'identity.permission';
comment on table permission_stamp is 'identity.permission';
comment on table project_default_permission is 'identity.permission';
comment on table setting is 'identity.setup';
comment on table group_membership is 'identity.user';
comment on table groups is 'identity.user';
comment on table user_setting is 'identity.user';
comment on table users is 'identity.user';

comment on table pending_ref_update is 'storage.refs';
comment on table ref_move is 'storage.refs';
comment on table repository_version is 'storage.refs';

comment on table repository_label is 'hosting.label';
comment on table project is 'hosting.project';
comment on table project_alias is 'hosting.project';
comment on table recent_repository is 'hosting.recent';
comment on table repository is 'hosting.repository';
comment on table repository_alias is 'hosting.repository';

comment on table branch_model is 'source.branch';
comment on table branch_model_type is 'source.branch';
comment on table last_change_node is 'source.browse';
comment on table last_change_root is 'source.browse';
comment on table commit_comment is 'source.comment';
comment on table commit_watch is 'source.comment';
comment on table repository_watch is 'source.comment';

comment on table fork_orphan is 'source.sync';
comment on table fork_sync is 'source.sync';
comment on table lent_pack is 'hosting.fork';
comment on table pool is 'hosting.fork';
comment on table housekeeping is 'upkeep.housekeeping';
comment on table superseded_pack is 'upkeep.housekeeping';
comment on table superseded_pool_pack is 'upkeep.housekeeping';
comment on table bulk_import is 'upkeep.imports';
comment on table repository_import is 'upkeep.imports';
