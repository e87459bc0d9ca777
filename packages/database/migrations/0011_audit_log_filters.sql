-- Each filter of the audit log, newest first; `from` and `to` bound the time in any of them.
create index audit_log_action on platform.audit_log (tenant_id, action, created_at desc, id desc);
create index audit_log_user on platform.audit_log (tenant_id, user_id, created_at desc, id desc);
create index audit_log_resource_type on platform.audit_log (tenant_id, resource_type, created_at desc, id desc);
