-- SHA-256 of what a call asked, hexadecimal, for the dossier of an engagement. Null for calls from before this release.
alter table engine.model_calls add column prompt_sha256 text;

-- Public keys that have signed dossiers. They stay after their secret has left SECRET_KEY, so that old dossiers verify.
create table platform.dossier_keys (
  -- Thumbprint of the key (RFC 7638).
  id text primary key,
  -- `x` of the Ed25519 key in base64url (RFC 8037).
  public_key text not null,
  first_used_at timestamptz not null default now()
);
alter table platform.dossier_keys enable row level security;
alter table platform.dossier_keys force row level security;
call platform.allow_system('platform.dossier_keys', 'select, insert');

-- A dossier holds the sources themselves instead of their hashes only.
alter table platform.tenants add column include_sources_in_dossier boolean not null default false;
