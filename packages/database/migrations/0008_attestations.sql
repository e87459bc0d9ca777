-- What the one who releases says about the documents, and whether the firm asks for it.
alter table platform.releases add column attestation text;
alter table platform.tenants add column require_attestation boolean not null default false;
-- The facts of the statement of AI use that the release gives its clients, as they were then; null without one.
alter table platform.releases add column ai_use json;
