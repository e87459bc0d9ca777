-- Nobody rewrites history: the tenant's role adds entries and reads them. Erasing an account sets tenant and user of
-- its entries to null (ACC-9); that work gets a way of its own, bound to these two columns.
revoke update, delete on platform.audit_log from ecp_tenant;
