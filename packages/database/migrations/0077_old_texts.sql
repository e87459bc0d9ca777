-- Texts of old versions may be in the object storage (docs/decisions/retention.md). Either the text is in the row or its
-- key is; the constraint holds for every change from now on.
alter table platform.deliverables alter column content drop not null,
  add column content_key text,
  add column content_bytes integer,
  add constraint deliverables_has_text check (num_nonnulls(content, content_key) = 1 and num_nulls(content_key, content_bytes) <> 1)
    not valid;
