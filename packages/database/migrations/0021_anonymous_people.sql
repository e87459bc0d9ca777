-- An entry about a person keeps no id of theirs when the account is erased.
grant select (resource_type) on platform.audit_log to ecp_system;
