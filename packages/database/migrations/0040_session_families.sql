-- A session keeps its id when its holder switches tenants, so that ending it also ends what came from it
-- (AUT-6, docs/decisions/own-session-module.md). The token that a switch replaced stays, so that a copy of it can still
-- end the session.
alter table platform.sessions
  add column id text not null default gen_random_uuid()::text,
  add column replaced_at timestamptz,
  add column last_used_at timestamptz not null default now(),
  add column user_agent text,
  -- The last sign-in or proof of a password or code, which a step-up asks for. Unknown for older sessions.
  add column proven_at timestamptz not null default '-infinity',
  -- Set if the holder has passed the second factor of this row.
  add column second_factor_at timestamptz;
alter table platform.sessions alter column proven_at set default now();
create index sessions_id on platform.sessions (id);
