-- The export reads a tenant's rows in the order of ids, a page at a time; other tables have such an index already.
create index quality_scores_export on platform.quality_scores (tenant_id, id);
create index library_entries_export on platform.library_entries (tenant_id, id);
create index templates_export on platform.templates (tenant_id, id);
