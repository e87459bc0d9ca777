-- Expired links are looked for across all tenants, as expired sessions are.
create index email_tokens_expiry on platform.email_tokens (expires_at);
