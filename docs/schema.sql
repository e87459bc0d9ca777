-- The schema after all migrations, as Postgres describes it: a page to read, not to execute.
-- Written by `npm run schema`; a test fails when it is stale. packages/database/migrations/ says why.
-- The durable queues keep their tables in the schemas dbos_platform and dbos_engine, which DBOS makes by itself.

CREATE TABLE platform.answer_links (
  token_hash bytea NOT NULL,
  tenant_id text NOT NULL,
  engagement_id text NOT NULL,
  question_id text NOT NULL,
  user_id text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT answer_links_pkey PRIMARY KEY (token_hash),
  CONSTRAINT answer_links_tenant_id_engagement_id_question_id_fkey FOREIGN KEY (tenant_id, engagement_id, question_id) REFERENCES platform.questions(tenant_id, engagement_id, id) ON DELETE CASCADE,
  CONSTRAINT answer_links_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES platform.users(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX answer_links_expired ON platform.answer_links USING btree (expires_at);
CREATE INDEX answer_links_question ON platform.answer_links USING btree (tenant_id, engagement_id, question_id);
CREATE INDEX answer_links_user ON platform.answer_links USING btree (tenant_id, user_id);
ALTER TABLE platform.answer_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.answer_links FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON platform.answer_links TO ecp_system USING (true) WITH CHECK (true);
CREATE POLICY tenant_rows ON platform.answer_links TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, SELECT ON platform.answer_links TO ecp_system;
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.answer_links TO ecp_tenant;

CREATE TABLE platform.api_keys (
  id text NOT NULL,
  tenant_id text NOT NULL,
  name text NOT NULL,
  prefix text NOT NULL,
  key_hash bytea NOT NULL,
  scope text NOT NULL,
  engagement_id text,
  created_by text,
  last_used_at timestamp with time zone,
  expires_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  revoked_at timestamp with time zone,
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_key_hash_key UNIQUE (key_hash),
  CONSTRAINT api_keys_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT api_keys_tenant_id_engagement_id_fkey FOREIGN KEY (tenant_id, engagement_id) REFERENCES platform.engagements(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT api_keys_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES platform.tenants(id) ON DELETE CASCADE,
  CONSTRAINT api_keys_scope_check CHECK ((scope = ANY (ARRAY['read_only'::text, 'read_write'::text])))
);
CREATE INDEX api_keys_engagement ON platform.api_keys USING btree (tenant_id, engagement_id);
CREATE INDEX api_keys_maker ON platform.api_keys USING btree (tenant_id, created_by) WHERE (revoked_at IS NULL);
CREATE INDEX api_keys_tenant ON platform.api_keys USING btree (tenant_id, created_at DESC);
ALTER TABLE platform.api_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.api_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON platform.api_keys TO ecp_system USING (true) WITH CHECK (true);
CREATE POLICY tenant_rows ON platform.api_keys TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT SELECT, UPDATE ON platform.api_keys TO ecp_system;
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.api_keys TO ecp_tenant;

CREATE TABLE platform.attachments (
  id text NOT NULL,
  tenant_id text NOT NULL,
  engagement_id text NOT NULL,
  filename text NOT NULL,
  mime_type text NOT NULL,
  size_bytes bigint NOT NULL,
  sha256 text NOT NULL,
  category text NOT NULL,
  summary text,
  source_url text,
  storage_key text NOT NULL,
  uploaded_by text,
  extraction_state text NOT NULL DEFAULT 'pending'::text,
  extraction_note text,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  extraction_truncated boolean NOT NULL DEFAULT false,
  stored_plain boolean NOT NULL GENERATED ALWAYS AS (("right"(storage_key, 4) <> '.enc'::text)) STORED,
  CONSTRAINT attachments_pkey PRIMARY KEY (id),
  CONSTRAINT attachments_storage_key_key UNIQUE (storage_key),
  CONSTRAINT attachments_tenant_id_engagement_id_filename_key UNIQUE (tenant_id, engagement_id, filename),
  CONSTRAINT attachments_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT attachments_tenant_id_engagement_id_fkey FOREIGN KEY (tenant_id, engagement_id) REFERENCES platform.engagements(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT attachments_category_check CHECK ((category = ANY (ARRAY['reference'::text, 'styleguide'::text, 'design_inspiration'::text, 'data'::text, 'brand_assets'::text]))),
  CONSTRAINT attachments_extraction_state_check CHECK ((extraction_state = ANY (ARRAY['pending'::text, 'extracted'::text, 'empty'::text, 'unreadable'::text, 'encrypted'::text, 'timeout'::text, 'too_large'::text]))),
  CONSTRAINT attachments_size_bytes_check CHECK ((size_bytes >= 0))
);
CREATE INDEX attachments_plain ON platform.attachments USING btree (tenant_id, id) WHERE stored_plain;
ALTER TABLE platform.attachments ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.attachments FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON platform.attachments TO ecp_system USING (true) WITH CHECK (true);
CREATE POLICY tenant_rows ON platform.attachments TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
CREATE TRIGGER attachment_searched AFTER INSERT OR UPDATE OF filename, summary ON platform.attachments FOR EACH ROW EXECUTE FUNCTION platform.search_attachment();
GRANT SELECT (id, tenant_id, stored_plain) ON platform.attachments TO ecp_system;
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.attachments TO ecp_tenant;

CREATE TABLE platform.audit_heads (
  id text NOT NULL DEFAULT (gen_random_uuid())::text,
  tenant_id text,
  entries bigint NOT NULL DEFAULT 0,
  head text NOT NULL DEFAULT ''::text,
  CONSTRAINT audit_heads_pkey PRIMARY KEY (id),
  CONSTRAINT audit_heads_tenant_id_key UNIQUE (tenant_id)
);
ALTER TABLE platform.audit_heads ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.audit_heads FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON platform.audit_heads TO ecp_system USING (true) WITH CHECK (true);
CREATE POLICY tenant_rows ON platform.audit_heads TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT INSERT, SELECT, UPDATE ON platform.audit_heads TO ecp_system;
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.audit_heads TO ecp_tenant;

CREATE TABLE platform.audit_links (
  entry_id text NOT NULL,
  tenant_id text,
  chain_id text NOT NULL,
  "position" bigint NOT NULL,
  salt text,
  committed text NOT NULL,
  hash text NOT NULL,
  CONSTRAINT audit_links_pkey PRIMARY KEY (entry_id),
  CONSTRAINT audit_links_tenant_id_chain_id_position_key UNIQUE (tenant_id, chain_id, "position")
);
ALTER TABLE platform.audit_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.audit_links FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON platform.audit_links TO ecp_system USING (true) WITH CHECK (true);
CREATE POLICY tenant_rows ON platform.audit_links TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT INSERT, SELECT (entry_id, tenant_id), UPDATE (tenant_id, salt) ON platform.audit_links TO ecp_system;
GRANT INSERT, SELECT ON platform.audit_links TO ecp_tenant;

CREATE TABLE platform.audit_log (
  id text NOT NULL,
  tenant_id text,
  user_id text,
  action text NOT NULL,
  resource_type text NOT NULL,
  resource_id text,
  metadata json NOT NULL DEFAULT '{}'::json,
  ip_address text,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT audit_log_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_log_action ON platform.audit_log USING btree (tenant_id, action, created_at DESC, id DESC);
CREATE INDEX audit_log_resource_type ON platform.audit_log USING btree (tenant_id, resource_type, created_at DESC, id DESC);
CREATE INDEX audit_log_tenant ON platform.audit_log USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX audit_log_user ON platform.audit_log USING btree (tenant_id, user_id, created_at DESC, id DESC);
ALTER TABLE platform.audit_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.audit_log FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON platform.audit_log TO ecp_system USING (true) WITH CHECK (true);
CREATE POLICY tenant_rows ON platform.audit_log TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
CREATE CONSTRAINT TRIGGER chain_audit_entry AFTER INSERT ON platform.audit_log DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.tenant_id IS NOT NULL)) EXECUTE FUNCTION platform.chain_audit_entry();
GRANT INSERT, SELECT (id, tenant_id, user_id, resource_type, resource_id), UPDATE (tenant_id, user_id, resource_id, metadata, ip_address) ON platform.audit_log TO ecp_system;
GRANT INSERT, SELECT ON platform.audit_log TO ecp_tenant;

CREATE TABLE platform.billing_events (
  id text NOT NULL,
  tenant_id text NOT NULL,
  type text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT billing_events_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT billing_events_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES platform.tenants(id) ON DELETE CASCADE
);
ALTER TABLE platform.billing_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.billing_events FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.billing_events TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.billing_events TO ecp_tenant;

CREATE TABLE platform.branding (
  tenant_id text NOT NULL,
  company_name text,
  primary_color text,
  logo bytea,
  logo_type text,
  updated_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  secondary_color text,
  typeface text,
  CONSTRAINT branding_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT branding_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES platform.tenants(id) ON DELETE CASCADE,
  CONSTRAINT branding_check CHECK (((logo IS NULL) = (logo_type IS NULL))),
  CONSTRAINT branding_logo_check CHECK ((octet_length(logo) <= 1048576)),
  CONSTRAINT branding_logo_type_check CHECK ((logo_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/svg+xml'::text]))),
  CONSTRAINT branding_primary_color_check CHECK ((primary_color ~ '^#[0-9a-fA-F]{6}$'::text)),
  CONSTRAINT branding_secondary_color_check CHECK ((secondary_color ~ '^#[0-9a-f]{6}$'::text)),
  CONSTRAINT branding_typeface_check CHECK ((typeface = ANY (ARRAY['sans'::text, 'serif'::text, 'mixed'::text])))
);
ALTER TABLE platform.branding ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.branding FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.branding TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.branding TO ecp_tenant;

CREATE TABLE platform.card_uses (
  tenant_id text NOT NULL,
  card_id text NOT NULL,
  deliverable_id text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT card_uses_pkey PRIMARY KEY (tenant_id, card_id, deliverable_id),
  CONSTRAINT card_uses_tenant_id_card_id_fkey FOREIGN KEY (tenant_id, card_id) REFERENCES platform.library_cards(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT card_uses_tenant_id_deliverable_id_fkey FOREIGN KEY (tenant_id, deliverable_id) REFERENCES platform.deliverables(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX card_uses_deliverable ON platform.card_uses USING btree (tenant_id, deliverable_id);
ALTER TABLE platform.card_uses ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.card_uses FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.card_uses TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.card_uses TO ecp_tenant;

CREATE TABLE platform.client_decisions (
  tenant_id text NOT NULL,
  id text NOT NULL,
  deliverable_id text NOT NULL,
  action text NOT NULL,
  notes text,
  token_id text,
  author_name text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT client_decisions_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT client_decisions_tenant_id_deliverable_id_fkey FOREIGN KEY (tenant_id, deliverable_id) REFERENCES platform.deliverables(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT client_decisions_action_check CHECK ((action = ANY (ARRAY['approve'::text, 'reject'::text])))
);
CREATE INDEX client_decisions_latest ON platform.client_decisions USING btree (tenant_id, deliverable_id, created_at DESC, id DESC);
ALTER TABLE platform.client_decisions ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.client_decisions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.client_decisions TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.client_decisions TO ecp_tenant;

CREATE TABLE platform.comment_replies (
  id text NOT NULL,
  tenant_id text NOT NULL,
  comment_id text NOT NULL,
  body text NOT NULL,
  author_kind text NOT NULL,
  author_id text,
  author_name text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT comment_replies_pkey PRIMARY KEY (id),
  CONSTRAINT comment_replies_tenant_id_comment_id_fkey FOREIGN KEY (tenant_id, comment_id) REFERENCES platform.comments(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT comment_replies_author_kind_check CHECK ((author_kind = ANY (ARRAY['user'::text, 'client'::text, 'api_key'::text])))
);
CREATE INDEX comment_replies_list ON platform.comment_replies USING btree (tenant_id, comment_id, created_at, id);
ALTER TABLE platform.comment_replies ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.comment_replies FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.comment_replies TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
CREATE TRIGGER reply_searched AFTER INSERT ON platform.comment_replies FOR EACH ROW EXECUTE FUNCTION platform.search_reply();
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.comment_replies TO ecp_tenant;

CREATE TABLE platform.comments (
  id text NOT NULL,
  tenant_id text NOT NULL,
  engagement_id text NOT NULL,
  filename text,
  version integer,
  body text NOT NULL,
  quote text,
  prefix text,
  suffix text,
  section text,
  suggestion text,
  passage json,
  orphaned boolean NOT NULL DEFAULT false,
  author_kind text NOT NULL,
  author_id text,
  author_name text NOT NULL,
  status text NOT NULL DEFAULT 'open'::text,
  resolver_kind text,
  resolver_id text,
  resolver_name text,
  resolved_at timestamp with time zone,
  answer json,
  answered_version integer,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT comments_pkey PRIMARY KEY (id),
  CONSTRAINT comments_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT comments_tenant_id_engagement_id_fkey FOREIGN KEY (tenant_id, engagement_id) REFERENCES platform.engagements(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT comments_answered CHECK (((answer IS NULL) = (answered_version IS NULL))),
  CONSTRAINT comments_author_kind_check CHECK ((author_kind = ANY (ARRAY['user'::text, 'client'::text, 'api_key'::text]))),
  CONSTRAINT comments_passage CHECK (((quote IS NULL) OR ((filename IS NOT NULL) AND (passage IS NOT NULL)))),
  CONSTRAINT comments_resolved CHECK (((status = 'resolved'::text) = (resolved_at IS NOT NULL))),
  CONSTRAINT comments_resolver_kind_check CHECK ((resolver_kind = ANY (ARRAY['user'::text, 'client'::text, 'api_key'::text]))),
  CONSTRAINT comments_status_check CHECK ((status = ANY (ARRAY['open'::text, 'resolved'::text]))),
  CONSTRAINT comments_suggestion CHECK (((suggestion IS NULL) OR (quote IS NOT NULL)))
);
CREATE INDEX comments_document ON platform.comments USING btree (tenant_id, engagement_id, filename, created_at, id);
CREATE INDEX comments_list ON platform.comments USING btree (tenant_id, engagement_id, created_at, id);
CREATE INDEX comments_open ON platform.comments USING btree (tenant_id, created_at, id) WHERE (status = 'open'::text);
ALTER TABLE platform.comments ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.comments FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.comments TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
CREATE TRIGGER comment_forgotten AFTER DELETE ON platform.comments FOR EACH ROW EXECUTE FUNCTION platform.forget_comment();
CREATE TRIGGER comment_searched AFTER INSERT ON platform.comments FOR EACH ROW EXECUTE FUNCTION platform.search_comment();
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.comments TO ecp_tenant;

CREATE TABLE platform.conflict_settlements (
  tenant_id text NOT NULL,
  engagement_id text NOT NULL,
  conflict_id text NOT NULL,
  kind text NOT NULL,
  about text NOT NULL,
  conflict_values json NOT NULL,
  chosen integer,
  reason text NOT NULL,
  settler_kind text NOT NULL,
  settler_id text,
  settler_name text NOT NULL,
  settled_at timestamp with time zone NOT NULL,
  CONSTRAINT conflict_settlements_pkey PRIMARY KEY (tenant_id, engagement_id, conflict_id),
  CONSTRAINT conflict_settlements_tenant_id_engagement_id_fkey FOREIGN KEY (tenant_id, engagement_id) REFERENCES platform.engagements(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT conflict_settlements_chosen_check CHECK ((chosen >= 0)),
  CONSTRAINT conflict_settlements_kind_check CHECK ((kind = ANY (ARRAY['sources'::text, 'documents'::text]))),
  CONSTRAINT conflict_settlements_settler_kind_check CHECK ((settler_kind = ANY (ARRAY['user'::text, 'api_key'::text])))
);
ALTER TABLE platform.conflict_settlements ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.conflict_settlements FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.conflict_settlements TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.conflict_settlements TO ecp_tenant;

CREATE TABLE platform.context_chunks (
  tenant_id text NOT NULL,
  engagement_id text NOT NULL,
  attachment_id text NOT NULL,
  ordinal integer NOT NULL,
  location text,
  "position" integer NOT NULL,
  content text NOT NULL,
  search tsvector NOT NULL GENERATED ALWAYS AS (to_tsvector('simple'::regconfig, content)) STORED,
  CONSTRAINT context_chunks_pkey PRIMARY KEY (tenant_id, attachment_id, ordinal),
  CONSTRAINT context_chunks_tenant_id_attachment_id_fkey FOREIGN KEY (tenant_id, attachment_id) REFERENCES platform.attachments(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT context_chunks_tenant_id_engagement_id_fkey FOREIGN KEY (tenant_id, engagement_id) REFERENCES platform.engagements(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX context_chunks_engagement ON platform.context_chunks USING btree (tenant_id, engagement_id);
ALTER TABLE platform.context_chunks ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.context_chunks FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.context_chunks TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
CREATE TRIGGER passages_forgotten AFTER DELETE ON platform.context_chunks REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION platform.forget_passages();
CREATE TRIGGER passages_gone AFTER DELETE ON platform.context_chunks REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.search_passages();
CREATE TRIGGER passages_searched AFTER INSERT ON platform.context_chunks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.search_passages();
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.context_chunks TO ecp_tenant;

CREATE TABLE platform.context_images (
  tenant_id text NOT NULL,
  engagement_id text NOT NULL,
  attachment_id text NOT NULL,
  ordinal integer NOT NULL,
  location text,
  width integer NOT NULL,
  height integer NOT NULL,
  sha256 text NOT NULL,
  content bytea NOT NULL,
  CONSTRAINT context_images_pkey PRIMARY KEY (tenant_id, attachment_id, ordinal),
  CONSTRAINT context_images_tenant_id_attachment_id_fkey FOREIGN KEY (tenant_id, attachment_id) REFERENCES platform.attachments(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT context_images_tenant_id_engagement_id_fkey FOREIGN KEY (tenant_id, engagement_id) REFERENCES platform.engagements(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX context_images_engagement ON platform.context_images USING btree (tenant_id, engagement_id);
ALTER TABLE platform.context_images ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.context_images FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.context_images TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.context_images TO ecp_tenant;

CREATE TABLE platform.data_tables (
  id text NOT NULL,
  tenant_id text NOT NULL,
  engagement_id text NOT NULL,
  attachment_id text NOT NULL,
  ordinal integer NOT NULL,
  sheet text,
  hidden boolean NOT NULL,
  name text NOT NULL,
  columns json NOT NULL,
  row_count bigint NOT NULL,
  sha256 text NOT NULL,
  sample json NOT NULL,
  storage_key text NOT NULL,
  size_bytes bigint NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  left_out json NOT NULL DEFAULT '{"count": 0, "rows": []}'::json,
  remarks json NOT NULL DEFAULT '[]'::json,
  CONSTRAINT data_tables_pkey PRIMARY KEY (id),
  CONSTRAINT data_tables_storage_key_key UNIQUE (storage_key),
  CONSTRAINT data_tables_tenant_id_attachment_id_ordinal_key UNIQUE (tenant_id, attachment_id, ordinal),
  CONSTRAINT data_tables_tenant_id_engagement_id_name_key UNIQUE (tenant_id, engagement_id, name),
  CONSTRAINT data_tables_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT data_tables_tenant_id_attachment_id_fkey FOREIGN KEY (tenant_id, attachment_id) REFERENCES platform.attachments(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT data_tables_tenant_id_engagement_id_fkey FOREIGN KEY (tenant_id, engagement_id) REFERENCES platform.engagements(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT data_tables_row_count_check CHECK ((row_count >= 0)),
  CONSTRAINT data_tables_size_bytes_check CHECK ((size_bytes >= 0))
);
ALTER TABLE platform.data_tables ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.data_tables FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.data_tables TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.data_tables TO ecp_tenant;

CREATE TABLE platform.deletion_requests (
  id text NOT NULL,
  tenant_id text,
  recipient text,
  tenant_name text,
  had_subscription boolean NOT NULL,
  engagements_deleted integer NOT NULL DEFAULT 0,
  deliverables_deleted integer NOT NULL DEFAULT 0,
  runs_deleted integer NOT NULL DEFAULT 0,
  audit_logs_anonymized integer NOT NULL DEFAULT 0,
  requested_at timestamp with time zone NOT NULL DEFAULT now(),
  completed_at timestamp with time zone,
  CONSTRAINT deletion_requests_pkey PRIMARY KEY (id),
  CONSTRAINT deletion_requests_tenant_id_key UNIQUE (tenant_id)
);
ALTER TABLE platform.deletion_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.deletion_requests FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON platform.deletion_requests TO ecp_system USING (true) WITH CHECK (true);
CREATE POLICY tenant_rows ON platform.deletion_requests TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, SELECT, UPDATE ON platform.deletion_requests TO ecp_system;
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.deletion_requests TO ecp_tenant;

CREATE TABLE platform.deliverable_assumptions (
  tenant_id text NOT NULL,
  deliverable_id text NOT NULL,
  engagement_id text NOT NULL,
  question_id text NOT NULL,
  CONSTRAINT deliverable_assumptions_pkey PRIMARY KEY (tenant_id, deliverable_id, question_id),
  CONSTRAINT deliverable_assumptions_tenant_id_deliverable_id_fkey FOREIGN KEY (tenant_id, deliverable_id) REFERENCES platform.deliverables(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT deliverable_assumptions_tenant_id_engagement_id_question_i_fkey FOREIGN KEY (tenant_id, engagement_id, question_id) REFERENCES platform.questions(tenant_id, engagement_id, id) ON DELETE CASCADE
);
CREATE INDEX deliverable_assumptions_question ON platform.deliverable_assumptions USING btree (tenant_id, engagement_id, question_id);
ALTER TABLE platform.deliverable_assumptions ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.deliverable_assumptions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.deliverable_assumptions TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.deliverable_assumptions TO ecp_tenant;

CREATE TABLE platform.deliverable_citations (
  tenant_id text NOT NULL,
  deliverable_id text NOT NULL,
  citations json NOT NULL,
  CONSTRAINT deliverable_citations_pkey PRIMARY KEY (tenant_id, deliverable_id),
  CONSTRAINT deliverable_citations_tenant_id_deliverable_id_fkey FOREIGN KEY (tenant_id, deliverable_id) REFERENCES platform.deliverables(tenant_id, id) ON DELETE CASCADE
);
ALTER TABLE platform.deliverable_citations ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.deliverable_citations FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.deliverable_citations TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.deliverable_citations TO ecp_tenant;

CREATE TABLE platform.deliverable_figures (
  tenant_id text NOT NULL,
  deliverable_id text NOT NULL,
  figures json NOT NULL,
  CONSTRAINT deliverable_figures_pkey PRIMARY KEY (tenant_id, deliverable_id),
  CONSTRAINT deliverable_figures_tenant_id_deliverable_id_fkey FOREIGN KEY (tenant_id, deliverable_id) REFERENCES platform.deliverables(tenant_id, id) ON DELETE CASCADE
);
ALTER TABLE platform.deliverable_figures ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.deliverable_figures FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.deliverable_figures TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.deliverable_figures TO ecp_tenant;

CREATE TABLE platform.deliverable_upstreams (
  tenant_id text NOT NULL,
  deliverable_id text NOT NULL,
  upstream_id text NOT NULL,
  CONSTRAINT deliverable_upstreams_pkey PRIMARY KEY (tenant_id, deliverable_id, upstream_id),
  CONSTRAINT deliverable_upstreams_tenant_id_deliverable_id_fkey FOREIGN KEY (tenant_id, deliverable_id) REFERENCES platform.deliverables(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT deliverable_upstreams_tenant_id_upstream_id_fkey FOREIGN KEY (tenant_id, upstream_id) REFERENCES platform.deliverables(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX deliverable_upstreams_upstream ON platform.deliverable_upstreams USING btree (tenant_id, upstream_id);
ALTER TABLE platform.deliverable_upstreams ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.deliverable_upstreams FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.deliverable_upstreams TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.deliverable_upstreams TO ecp_tenant;

CREATE TABLE platform.deliverables (
  id text NOT NULL,
  tenant_id text NOT NULL,
  engagement_id text NOT NULL,
  run_id text,
  task_id text,
  filename text NOT NULL,
  content text,
  version integer NOT NULL,
  word_count integer NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  approval_status text NOT NULL DEFAULT 'pending_review'::text,
  reviewed_at timestamp with time zone,
  reviewer_name text,
  citations_verified integer,
  citations_altered integer,
  citations_missing_source integer,
  reviewer_kind text,
  reviewer_id text,
  note_answers json NOT NULL DEFAULT '[]'::json,
  citations_computed integer,
  citations_unsupported integer,
  citations_uncited integer,
  conflicting_figures integer NOT NULL DEFAULT 0,
  objections json NOT NULL DEFAULT '[]'::json,
  origin text NOT NULL DEFAULT 'agent'::text,
  editor_kind text,
  editor_id text,
  editor_name text,
  note text,
  sections json NOT NULL DEFAULT '[]'::json,
  content_key text,
  content_bytes integer,
  check_waits boolean NOT NULL DEFAULT false,
  citations_unjudged integer,
  judgement_id text,
  CONSTRAINT deliverables_pkey PRIMARY KEY (id),
  CONSTRAINT deliverables_tenant_id_engagement_id_filename_version_key UNIQUE (tenant_id, engagement_id, filename, version),
  CONSTRAINT deliverables_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT deliverables_tenant_id_engagement_id_fkey FOREIGN KEY (tenant_id, engagement_id) REFERENCES platform.engagements(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT deliverables_tenant_id_run_id_fkey FOREIGN KEY (tenant_id, run_id) REFERENCES platform.runs(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT deliverables_approval_status_check CHECK ((approval_status = ANY (ARRAY['pending_review'::text, 'approved'::text, 'revision_requested'::text, 'rejected'::text]))),
  CONSTRAINT deliverables_citations_counted CHECK ((num_nulls(citations_verified, citations_computed, citations_unjudged, citations_altered, citations_unsupported, citations_missing_source, citations_uncited) = ANY (ARRAY[0, 7]))),
  CONSTRAINT deliverables_editor_kind_check CHECK ((editor_kind = ANY (ARRAY['user'::text, 'client'::text, 'api_key'::text]))),
  CONSTRAINT deliverables_editor_named CHECK ((num_nulls(editor_kind, editor_name) = ANY (ARRAY[0, 2]))),
  CONSTRAINT deliverables_has_text CHECK (((num_nonnulls(content, content_key) = 1) AND (num_nulls(content_key, content_bytes) <> 1))) NOT VALID,
  CONSTRAINT deliverables_of_people CHECK ((((origin = 'agent'::text) = (editor_kind IS NULL)) AND ((origin = 'agent'::text) OR (run_id IS NULL)))),
  CONSTRAINT deliverables_origin_check CHECK ((origin = ANY (ARRAY['agent'::text, 'human'::text, 'import'::text]))),
  CONSTRAINT deliverables_reviewer_kind_check CHECK ((reviewer_kind = ANY (ARRAY['user'::text, 'client'::text, 'api_key'::text]))),
  CONSTRAINT deliverables_reviewer_named CHECK ((num_nulls(reviewer_kind, reviewer_name) = ANY (ARRAY[0, 2]))),
  CONSTRAINT deliverables_version_check CHECK ((version >= 1))
);
CREATE INDEX deliverables_in_rows ON platform.deliverables USING btree (tenant_id, created_at, id) WHERE ((content_key IS NULL) AND (approval_status <> 'approved'::text));
CREATE INDEX deliverables_judged ON platform.deliverables USING btree (tenant_id, engagement_id) WHERE (judgement_id IS NOT NULL);
CREATE INDEX deliverables_list ON platform.deliverables USING btree (tenant_id, engagement_id, created_at DESC, id DESC);
CREATE INDEX deliverables_pending ON platform.deliverables USING btree (tenant_id, created_at, id) WHERE ((approval_status = 'pending_review'::text) AND (NOT starts_with(filename, '_'::text)));
CREATE INDEX deliverables_reviewed ON platform.deliverables USING btree (tenant_id, reviewed_at DESC) WHERE ((reviewed_at IS NOT NULL) AND (task_id IS NOT NULL));
CREATE INDEX deliverables_run ON platform.deliverables USING btree (tenant_id, run_id);
ALTER TABLE platform.deliverables ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.deliverables FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.deliverables TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
CREATE TRIGGER deliverable_searched AFTER INSERT ON platform.deliverables FOR EACH ROW EXECUTE FUNCTION platform.search_deliverable();
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.deliverables TO ecp_tenant;

CREATE TABLE platform.dossier_keys (
  id text NOT NULL,
  public_key text NOT NULL,
  first_used_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT dossier_keys_pkey PRIMARY KEY (id)
);
ALTER TABLE platform.dossier_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.dossier_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON platform.dossier_keys TO ecp_system USING (true) WITH CHECK (true);
GRANT INSERT, SELECT ON platform.dossier_keys TO ecp_system;

CREATE TABLE platform.drafts (
  tenant_id text NOT NULL,
  id text NOT NULL,
  engagement_id text NOT NULL,
  filename text NOT NULL,
  user_id text NOT NULL,
  user_name text NOT NULL,
  content text NOT NULL,
  base_version integer NOT NULL,
  saved_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT drafts_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT drafts_tenant_id_engagement_id_filename_user_id_key UNIQUE (tenant_id, engagement_id, filename, user_id),
  CONSTRAINT drafts_tenant_id_engagement_id_fkey FOREIGN KEY (tenant_id, engagement_id) REFERENCES platform.engagements(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT drafts_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES platform.users(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT drafts_base_version_check CHECK ((base_version >= 1))
);
CREATE INDEX drafts_age ON platform.drafts USING btree (saved_at);
CREATE INDEX drafts_of_person ON platform.drafts USING btree (tenant_id, user_id, saved_at);
ALTER TABLE platform.drafts ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.drafts FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON platform.drafts TO ecp_system USING (true) WITH CHECK (true);
CREATE POLICY tenant_rows ON platform.drafts TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, SELECT (saved_at) ON platform.drafts TO ecp_system;
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.drafts TO ecp_tenant;

CREATE TABLE platform.email_tokens (
  token_hash bytea NOT NULL,
  purpose text NOT NULL,
  tenant_id text NOT NULL,
  user_id text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  mail_id text,
  CONSTRAINT email_tokens_pkey PRIMARY KEY (token_hash),
  CONSTRAINT email_tokens_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES platform.users(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT email_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['magic_link'::text, 'invitation'::text, 'password_reset'::text, 'confirmation'::text])))
);
CREATE INDEX email_tokens_expiry ON platform.email_tokens USING btree (expires_at);
CREATE INDEX email_tokens_mail ON platform.email_tokens USING btree (mail_id) WHERE (mail_id IS NOT NULL);
CREATE INDEX email_tokens_user ON platform.email_tokens USING btree (tenant_id, user_id);
ALTER TABLE platform.email_tokens ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.email_tokens FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON platform.email_tokens TO ecp_system USING (true) WITH CHECK (true);
CREATE POLICY tenant_rows ON platform.email_tokens TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.email_tokens TO ecp_system;
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.email_tokens TO ecp_tenant;

CREATE TABLE platform.engagement_schedules (
  tenant_id text NOT NULL,
  engagement_id text NOT NULL,
  every text NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  next_at timestamp with time zone NOT NULL,
  made_by text,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT engagement_schedules_pkey PRIMARY KEY (tenant_id, engagement_id),
  CONSTRAINT engagement_schedules_tenant_id_engagement_id_fkey FOREIGN KEY (tenant_id, engagement_id) REFERENCES platform.engagements(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT engagement_schedules_tenant_id_made_by_fkey FOREIGN KEY (tenant_id, made_by) REFERENCES platform.users(tenant_id, id) ON DELETE SET NULL (made_by),
  CONSTRAINT engagement_schedules_every_check CHECK ((every = ANY (ARRAY['week'::text, 'month'::text, 'quarter'::text])))
);
CREATE INDEX engagement_schedules_due ON platform.engagement_schedules USING btree (next_at);
CREATE INDEX engagement_schedules_maker ON platform.engagement_schedules USING btree (tenant_id, made_by);
ALTER TABLE platform.engagement_schedules ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.engagement_schedules FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON platform.engagement_schedules TO ecp_system USING (true) WITH CHECK (true);
CREATE POLICY tenant_rows ON platform.engagement_schedules TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT SELECT ON platform.engagement_schedules TO ecp_system;
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.engagement_schedules TO ecp_tenant;

CREATE TABLE platform.engagement_updates (
  tenant_id text NOT NULL,
  id text NOT NULL,
  engagement_id text NOT NULL,
  made_by text,
  due_at timestamp with time zone NOT NULL,
  status text NOT NULL,
  checked_at timestamp with time zone,
  changes json NOT NULL DEFAULT '[]'::json,
  cost json,
  decided_by_name text,
  decided_at timestamp with time zone,
  run_id text,
  CONSTRAINT engagement_updates_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT engagement_updates_tenant_id_engagement_id_due_at_key UNIQUE (tenant_id, engagement_id, due_at),
  CONSTRAINT engagement_updates_tenant_id_engagement_id_fkey FOREIGN KEY (tenant_id, engagement_id) REFERENCES platform.engagements(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT engagement_updates_tenant_id_made_by_fkey FOREIGN KEY (tenant_id, made_by) REFERENCES platform.users(tenant_id, id) ON DELETE SET NULL (made_by),
  CONSTRAINT engagement_updates_tenant_id_run_id_fkey FOREIGN KEY (tenant_id, run_id) REFERENCES platform.runs(tenant_id, id) ON DELETE SET NULL (run_id),
  CONSTRAINT engagement_updates_status_check CHECK ((status = ANY (ARRAY['checking'::text, 'unchanged'::text, 'proposed'::text, 'accepted'::text, 'dismissed'::text, 'replaced'::text]))),
  CONSTRAINT updates_checked CHECK (((status = 'checking'::text) = (checked_at IS NULL))),
  CONSTRAINT updates_decided CHECK (((status = ANY (ARRAY['accepted'::text, 'dismissed'::text])) = (decided_at IS NOT NULL))),
  CONSTRAINT updates_priced CHECK (((status = ANY (ARRAY['checking'::text, 'unchanged'::text])) = (cost IS NULL)))
);
CREATE INDEX engagement_updates_maker ON platform.engagement_updates USING btree (tenant_id, made_by);
CREATE INDEX engagement_updates_run ON platform.engagement_updates USING btree (tenant_id, run_id);
ALTER TABLE platform.engagement_updates ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.engagement_updates FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.engagement_updates TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.engagement_updates TO ecp_tenant;

CREATE TABLE platform.engagements (
  id text NOT NULL,
  tenant_id text NOT NULL,
  name text NOT NULL,
  client text NOT NULL,
  slug text NOT NULL,
  brief text NOT NULL,
  budget_nano_usd bigint NOT NULL,
  tasks json NOT NULL DEFAULT '[]'::json,
  status text NOT NULL DEFAULT 'pending'::text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  archived_at timestamp with time zone,
  size_bytes integer NOT NULL GENERATED ALWAYS AS ((octet_length(brief) + octet_length((tasks)::text))) STORED,
  model text,
  ask_back text NOT NULL DEFAULT 'assume'::text,
  ask_back_hours double precision NOT NULL DEFAULT 24,
  research_enabled boolean NOT NULL DEFAULT false,
  research_domains text[] NOT NULL DEFAULT '{}'::text[],
  research_max_pages integer NOT NULL DEFAULT 20,
  adversary boolean NOT NULL DEFAULT false,
  library boolean NOT NULL DEFAULT false,
  owner_id text,
  due_date date,
  sample boolean NOT NULL DEFAULT false,
  judging_nano_usd bigint NOT NULL DEFAULT 0,
  CONSTRAINT engagements_pkey PRIMARY KEY (id),
  CONSTRAINT engagements_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT engagements_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES platform.tenants(id) ON DELETE CASCADE,
  CONSTRAINT engagements_tenant_id_owner_id_fkey FOREIGN KEY (tenant_id, owner_id) REFERENCES platform.users(tenant_id, id) ON DELETE SET NULL (owner_id),
  CONSTRAINT engagements_ask_back_check CHECK ((ask_back = ANY (ARRAY['off'::text, 'assume'::text, 'wait'::text]))),
  CONSTRAINT engagements_ask_back_hours_check CHECK ((ask_back_hours > (0)::double precision)),
  CONSTRAINT engagements_budget_nano_usd_check CHECK ((budget_nano_usd > 0)),
  CONSTRAINT engagements_research_max_pages_check CHECK ((research_max_pages > 0)),
  CONSTRAINT engagements_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'running'::text, 'paused'::text, 'completed'::text, 'failed'::text])))
);
CREATE INDEX engagements_client ON platform.engagements USING btree (tenant_id, lower(client), id);
CREATE INDEX engagements_due ON platform.engagements USING btree (tenant_id, COALESCE(due_date, 'infinity'::date), id);
CREATE INDEX engagements_failed ON platform.engagements USING btree (tenant_id, id) WHERE (status = 'failed'::text);
CREATE INDEX engagements_list ON platform.engagements USING btree (tenant_id, created_at DESC, id DESC) WHERE (archived_at IS NULL);
CREATE INDEX engagements_list_all ON platform.engagements USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX engagements_name ON platform.engagements USING btree (tenant_id, lower(name), id);
CREATE INDEX engagements_owned ON platform.engagements USING btree (tenant_id, owner_id, id);
CREATE UNIQUE INDEX engagements_sample ON platform.engagements USING btree (tenant_id) WHERE sample;
CREATE INDEX engagements_status ON platform.engagements USING btree (tenant_id, status, created_at DESC, id DESC) WHERE (archived_at IS NULL);
CREATE INDEX engagements_status_all ON platform.engagements USING btree (tenant_id, status, created_at DESC, id DESC);
CREATE INDEX engagements_status_updated ON platform.engagements USING btree (tenant_id, status, updated_at, id);
CREATE INDEX engagements_updated ON platform.engagements USING btree (tenant_id, updated_at, id);
ALTER TABLE platform.engagements ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.engagements FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.engagements TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
CREATE TRIGGER engagement_searched AFTER INSERT OR UPDATE OF name, client, brief ON platform.engagements FOR EACH ROW EXECUTE FUNCTION platform.search_engagement();
CREATE TRIGGER engagements_deleted AFTER DELETE ON platform.engagements REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.raise_list_version_after_delete();
CREATE TRIGGER engagements_inserted AFTER INSERT ON platform.engagements REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.count_inserted_engagements();
CREATE TRIGGER engagements_updated AFTER UPDATE ON platform.engagements REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION platform.raise_list_version();
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.engagements TO ecp_tenant;

CREATE TABLE platform.executor_leases (
  executor_id text NOT NULL,
  service text NOT NULL,
  machine text,
  pid integer NOT NULL,
  process_start text,
  started_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT executor_leases_pkey PRIMARY KEY (executor_id),
  CONSTRAINT executor_leases_service_check CHECK ((service = ANY (ARRAY['engine'::text, 'platform'::text])))
);
ALTER TABLE platform.executor_leases ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.executor_leases FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON platform.executor_leases TO ecp_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.executor_leases TO ecp_system;

CREATE TABLE platform.idempotency_keys (
  tenant_id text NOT NULL,
  caller text NOT NULL,
  key text NOT NULL,
  fingerprint bytea NOT NULL,
  claim_id text NOT NULL,
  claimed_until timestamp with time zone NOT NULL,
  status smallint,
  sealed_answer bytea,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  claimed_by text,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (tenant_id, caller, key),
  CONSTRAINT idempotency_keys_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES platform.tenants(id) ON DELETE CASCADE,
  CONSTRAINT idempotency_keys_check CHECK (((status IS NULL) = (sealed_answer IS NULL)))
);
CREATE INDEX idempotency_keys_age ON platform.idempotency_keys USING btree (created_at);
ALTER TABLE platform.idempotency_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.idempotency_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON platform.idempotency_keys TO ecp_system USING (true) WITH CHECK (true);
CREATE POLICY tenant_rows ON platform.idempotency_keys TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, SELECT ON platform.idempotency_keys TO ecp_system;
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.idempotency_keys TO ecp_tenant;

CREATE TABLE platform.improvement_proposals (
  id text NOT NULL,
  tenant_id text NOT NULL,
  insight_id text NOT NULL,
  "position" integer NOT NULL,
  title text NOT NULL,
  description text NOT NULL,
  expected_effect text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT improvement_proposals_pkey PRIMARY KEY (id),
  CONSTRAINT improvement_proposals_tenant_id_insight_id_fkey FOREIGN KEY (tenant_id, insight_id) REFERENCES platform.insights(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX improvement_proposals_insight ON platform.improvement_proposals USING btree (tenant_id, insight_id);
ALTER TABLE platform.improvement_proposals ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.improvement_proposals FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.improvement_proposals TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.improvement_proposals TO ecp_tenant;

CREATE TABLE platform.insights (
  id text NOT NULL,
  tenant_id text NOT NULL,
  analysis_id text NOT NULL,
  "position" integer NOT NULL,
  kind text NOT NULL,
  title text NOT NULL,
  description text NOT NULL,
  evidence json NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT insights_pkey PRIMARY KEY (id),
  CONSTRAINT insights_tenant_id_analysis_id_position_key UNIQUE (tenant_id, analysis_id, "position"),
  CONSTRAINT insights_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT insights_tenant_id_analysis_id_fkey FOREIGN KEY (tenant_id, analysis_id) REFERENCES platform.pattern_analyses(tenant_id, id) ON DELETE CASCADE
);
ALTER TABLE platform.insights ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.insights FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.insights TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.insights TO ecp_tenant;

CREATE TABLE platform.judge_answers (
  tenant_id text NOT NULL,
  engagement_id text NOT NULL,
  question_hash text NOT NULL,
  statement text NOT NULL,
  holds boolean NOT NULL,
  reason text NOT NULL,
  judged_at timestamp with time zone NOT NULL,
  CONSTRAINT judge_answers_pkey PRIMARY KEY (tenant_id, engagement_id, question_hash),
  CONSTRAINT judge_answers_tenant_id_engagement_id_fkey FOREIGN KEY (tenant_id, engagement_id) REFERENCES platform.engagements(tenant_id, id) ON DELETE CASCADE
);
ALTER TABLE platform.judge_answers ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.judge_answers FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.judge_answers TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.judge_answers TO ecp_tenant;

CREATE TABLE platform.library_cards (
  tenant_id text NOT NULL,
  id text NOT NULL,
  engagement_id text,
  deliverable_id text,
  filename text,
  version integer,
  kind text NOT NULL,
  origin_key text NOT NULL,
  title text NOT NULL,
  body text NOT NULL,
  language text NOT NULL,
  status text NOT NULL DEFAULT 'proposed'::text,
  marks json NOT NULL,
  client_names integer NOT NULL,
  figures integer NOT NULL,
  quotes integer NOT NULL,
  revision integer NOT NULL DEFAULT 0,
  earlier_titles text[] NOT NULL DEFAULT '{}'::text[],
  released_by_id text,
  released_by_name text,
  released_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  search tsvector NOT NULL GENERATED ALWAYS AS (to_tsvector('simple'::regconfig, ((title || ' '::text) || body))) STORED,
  CONSTRAINT library_cards_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT library_cards_tenant_id_deliverable_id_fkey FOREIGN KEY (tenant_id, deliverable_id) REFERENCES platform.deliverables(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT library_cards_tenant_id_engagement_id_fkey FOREIGN KEY (tenant_id, engagement_id) REFERENCES platform.engagements(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT library_cards_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES platform.tenants(id) ON DELETE CASCADE,
  CONSTRAINT cards_from CHECK ((num_nonnulls(engagement_id, deliverable_id, filename, version) = ANY (ARRAY[0, 4]))),
  CONSTRAINT cards_released CHECK (((status <> 'released'::text) OR (released_at IS NOT NULL))),
  CONSTRAINT library_cards_kind_check CHECK ((kind = ANY (ARRAY['method'::text, 'benchmark'::text, 'structure'::text, 'lesson'::text]))),
  CONSTRAINT library_cards_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text, 'fr'::text, 'es'::text, 'ja'::text]))),
  CONSTRAINT library_cards_status_check CHECK ((status = ANY (ARRAY['proposed'::text, 'released'::text, 'withdrawn'::text])))
);
CREATE UNIQUE INDEX library_cards_benchmark ON platform.library_cards USING btree (tenant_id, engagement_id, origin_key) WHERE (kind = 'benchmark'::text);
CREATE INDEX library_cards_deliverable ON platform.library_cards USING btree (tenant_id, deliverable_id);
CREATE INDEX library_cards_list ON platform.library_cards USING btree (tenant_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX library_cards_origin ON platform.library_cards USING btree (tenant_id, engagement_id, filename, origin_key);
CREATE UNIQUE INDEX library_cards_title ON platform.library_cards USING btree (tenant_id, lower(title)) WHERE (status = 'released'::text);
ALTER TABLE platform.library_cards ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.library_cards FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.library_cards TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.library_cards TO ecp_tenant;

CREATE TABLE platform.library_entries (
  id text NOT NULL,
  tenant_id text NOT NULL,
  engagement_id text NOT NULL,
  title text NOT NULL,
  json_data json NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT library_entries_pkey PRIMARY KEY (id),
  CONSTRAINT library_entries_tenant_id_engagement_id_fkey FOREIGN KEY (tenant_id, engagement_id) REFERENCES platform.engagements(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX library_entries_engagement ON platform.library_entries USING btree (tenant_id, engagement_id);
CREATE INDEX library_entries_export ON platform.library_entries USING btree (tenant_id, id);
CREATE INDEX library_entries_list ON platform.library_entries USING btree (tenant_id, created_at DESC, id DESC);
ALTER TABLE platform.library_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.library_entries FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.library_entries TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.library_entries TO ecp_tenant;

CREATE TABLE platform.list_versions (
  tenant_id text NOT NULL,
  version bigint NOT NULL DEFAULT 1,
  engagements bigint,
  CONSTRAINT list_versions_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT list_versions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES platform.tenants(id) ON DELETE CASCADE
);
ALTER TABLE platform.list_versions ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.list_versions FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON platform.list_versions TO ecp_system USING (true) WITH CHECK (true);
CREATE POLICY tenant_rows ON platform.list_versions TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT SELECT (tenant_id, version), UPDATE (version) ON platform.list_versions TO ecp_system;
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.list_versions TO ecp_tenant;

CREATE TABLE platform.monthly_usage (
  tenant_id text NOT NULL,
  month date NOT NULL,
  engagements_created integer NOT NULL DEFAULT 0,
  CONSTRAINT monthly_usage_pkey PRIMARY KEY (tenant_id, month),
  CONSTRAINT monthly_usage_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES platform.tenants(id) ON DELETE CASCADE
);
ALTER TABLE platform.monthly_usage ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.monthly_usage FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.monthly_usage TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.monthly_usage TO ecp_tenant;

CREATE TABLE platform.noted_conflicts (
  tenant_id text NOT NULL,
  engagement_id text NOT NULL,
  id text NOT NULL,
  run_id text NOT NULL,
  task_id text,
  agent_slug text NOT NULL,
  about text NOT NULL,
  conflict_values json NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT noted_conflicts_pkey PRIMARY KEY (tenant_id, engagement_id, id),
  CONSTRAINT noted_conflicts_tenant_id_engagement_id_fkey FOREIGN KEY (tenant_id, engagement_id) REFERENCES platform.engagements(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT noted_conflicts_tenant_id_run_id_fkey FOREIGN KEY (tenant_id, run_id) REFERENCES platform.runs(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX noted_conflicts_of_run ON platform.noted_conflicts USING btree (tenant_id, run_id);
ALTER TABLE platform.noted_conflicts ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.noted_conflicts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.noted_conflicts TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.noted_conflicts TO ecp_tenant;

CREATE TABLE platform.notice_channels (
  id text NOT NULL,
  tenant_id text NOT NULL,
  kind text NOT NULL,
  label text NOT NULL,
  host text NOT NULL,
  sealed text NOT NULL,
  key_id text NOT NULL GENERATED ALWAYS AS ("left"(sealed, 12)) STORED,
  groups text[] NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  posted_at timestamp with time zone,
  post_error text,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT notice_channels_pkey PRIMARY KEY (id),
  CONSTRAINT notice_channels_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT notice_channels_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES platform.tenants(id) ON DELETE CASCADE,
  CONSTRAINT notice_channels_groups_check CHECK (((groups <@ '{runs,clients}'::text[]) AND (cardinality(groups) > 0))),
  CONSTRAINT notice_channels_kind_check CHECK ((kind = ANY (ARRAY['slack'::text, 'teams'::text])))
);
CREATE INDEX notice_channels_key ON platform.notice_channels USING btree (key_id, tenant_id);
CREATE INDEX notice_channels_list ON platform.notice_channels USING btree (tenant_id, created_at, id);
ALTER TABLE platform.notice_channels ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.notice_channels FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON platform.notice_channels TO ecp_system USING (true) WITH CHECK (true);
CREATE POLICY tenant_rows ON platform.notice_channels TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT SELECT (tenant_id, key_id) ON platform.notice_channels TO ecp_system;
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.notice_channels TO ecp_tenant;

CREATE TABLE platform.notice_recipients (
  tenant_id text NOT NULL,
  notice_id text NOT NULL,
  user_id text NOT NULL,
  in_digest boolean NOT NULL,
  read_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT notice_recipients_pkey PRIMARY KEY (tenant_id, notice_id, user_id),
  CONSTRAINT notice_recipients_tenant_id_notice_id_fkey FOREIGN KEY (tenant_id, notice_id) REFERENCES platform.notices(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT notice_recipients_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES platform.users(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX notice_recipients_digest ON platform.notice_recipients USING btree (tenant_id, created_at) WHERE in_digest;
CREATE INDEX notice_recipients_inbox ON platform.notice_recipients USING btree (tenant_id, user_id, created_at DESC, notice_id DESC);
CREATE INDEX notice_recipients_unread ON platform.notice_recipients USING btree (tenant_id, user_id) WHERE (read_at IS NULL);
ALTER TABLE platform.notice_recipients ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.notice_recipients FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON platform.notice_recipients TO ecp_system USING (true) WITH CHECK (true);
CREATE POLICY tenant_rows ON platform.notice_recipients TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT SELECT (tenant_id, in_digest, created_at) ON platform.notice_recipients TO ecp_system;
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.notice_recipients TO ecp_tenant;

CREATE TABLE platform.notices (
  id text NOT NULL,
  tenant_id text NOT NULL,
  engagement_id text NOT NULL,
  kind text NOT NULL,
  cause text NOT NULL,
  data json NOT NULL,
  from_client boolean NOT NULL GENERATED ALWAYS AS ((kind = ANY (ARRAY['client_comment'::text, 'client_answer'::text, 'client_decision'::text]))) STORED,
  seen_at timestamp with time zone,
  reminded_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT notices_pkey PRIMARY KEY (id),
  CONSTRAINT notices_tenant_id_engagement_id_kind_cause_key UNIQUE (tenant_id, engagement_id, kind, cause),
  CONSTRAINT notices_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT notices_tenant_id_engagement_id_fkey FOREIGN KEY (tenant_id, engagement_id) REFERENCES platform.engagements(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT notices_kind_check CHECK ((kind = ANY (ARRAY['run_completed'::text, 'run_failed'::text, 'question_asked'::text, 'update_proposed'::text, 'owner_assigned'::text, 'client_comment'::text, 'client_answer'::text, 'client_decision'::text])))
);
CREATE INDEX notices_age ON platform.notices USING btree (created_at);
CREATE INDEX notices_unseen ON platform.notices USING btree (tenant_id, created_at) WHERE (from_client AND (seen_at IS NULL));
ALTER TABLE platform.notices ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.notices FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON platform.notices TO ecp_system USING (true) WITH CHECK (true);
CREATE POLICY tenant_rows ON platform.notices TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, SELECT, UPDATE ON platform.notices TO ecp_system;
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.notices TO ecp_tenant;

CREATE TABLE platform.notification_settings (
  tenant_id text NOT NULL,
  user_id text NOT NULL,
  runs text NOT NULL DEFAULT 'now'::text,
  clients text NOT NULL DEFAULT 'now'::text,
  digest text NOT NULL DEFAULT 'off'::text,
  CONSTRAINT notification_settings_pkey PRIMARY KEY (tenant_id, user_id),
  CONSTRAINT notification_settings_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES platform.users(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT notification_settings_clients_check CHECK ((clients = ANY (ARRAY['now'::text, 'daily'::text, 'off'::text]))),
  CONSTRAINT notification_settings_digest_check CHECK ((digest = ANY (ARRAY['now'::text, 'daily'::text, 'off'::text]))),
  CONSTRAINT notification_settings_runs_check CHECK ((runs = ANY (ARRAY['now'::text, 'daily'::text, 'off'::text])))
);
ALTER TABLE platform.notification_settings ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.notification_settings FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.notification_settings TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.notification_settings TO ecp_tenant;

CREATE TABLE platform.outbox_events (
  id text NOT NULL,
  tenant_id text NOT NULL,
  event text NOT NULL,
  data json NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT outbox_events_pkey PRIMARY KEY (id),
  CONSTRAINT outbox_events_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES platform.tenants(id) ON DELETE CASCADE
);
CREATE INDEX outbox_events_age ON platform.outbox_events USING btree (created_at);
CREATE INDEX outbox_events_tenant ON platform.outbox_events USING btree (tenant_id, created_at DESC, id DESC);
ALTER TABLE platform.outbox_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.outbox_events FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON platform.outbox_events TO ecp_system USING (true) WITH CHECK (true);
CREATE POLICY tenant_rows ON platform.outbox_events TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, SELECT, UPDATE ON platform.outbox_events TO ecp_system;
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.outbox_events TO ecp_tenant;

CREATE TABLE platform.page_reads (
  id text NOT NULL,
  tenant_id text NOT NULL,
  engagement_id text NOT NULL,
  run_id text NOT NULL,
  agent_slug text NOT NULL,
  task_id text,
  url text NOT NULL,
  addresses text[] NOT NULL,
  state text NOT NULL,
  page_id text,
  refusal json,
  claimed_by text,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT page_reads_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT page_reads_tenant_id_engagement_id_fkey FOREIGN KEY (tenant_id, engagement_id) REFERENCES platform.engagements(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT page_reads_tenant_id_page_id_fkey FOREIGN KEY (tenant_id, page_id) REFERENCES platform.pages(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT page_reads_tenant_id_run_id_fkey FOREIGN KEY (tenant_id, run_id) REFERENCES platform.runs(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT page_reads_check CHECK (((state = 'read'::text) = (page_id IS NOT NULL))),
  CONSTRAINT page_reads_check1 CHECK (((state = 'refused'::text) = (refusal IS NOT NULL))),
  CONSTRAINT page_reads_state_check CHECK ((state = ANY (ARRAY['claimed'::text, 'read'::text, 'refused'::text])))
);
CREATE INDEX page_reads_engagement ON platform.page_reads USING btree (tenant_id, engagement_id, created_at);
CREATE INDEX page_reads_page ON platform.page_reads USING btree (tenant_id, page_id);
CREATE INDEX page_reads_run ON platform.page_reads USING btree (tenant_id, run_id);
ALTER TABLE platform.page_reads ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.page_reads FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.page_reads TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.page_reads TO ecp_tenant;

CREATE TABLE platform.pages (
  id text NOT NULL,
  tenant_id text NOT NULL,
  engagement_id text NOT NULL,
  url text NOT NULL,
  title text NOT NULL,
  author text,
  published_on text,
  mime_type text NOT NULL,
  sha256 text NOT NULL,
  size_bytes bigint NOT NULL,
  storage_key text NOT NULL,
  text_key text NOT NULL,
  text_bytes bigint NOT NULL,
  links text[] NOT NULL DEFAULT '{}'::text[],
  fetched_at timestamp with time zone NOT NULL,
  CONSTRAINT pages_pkey PRIMARY KEY (id),
  CONSTRAINT pages_tenant_id_engagement_id_title_key UNIQUE (tenant_id, engagement_id, title),
  CONSTRAINT pages_tenant_id_engagement_id_url_sha256_key UNIQUE (tenant_id, engagement_id, url, sha256),
  CONSTRAINT pages_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT pages_tenant_id_engagement_id_fkey FOREIGN KEY (tenant_id, engagement_id) REFERENCES platform.engagements(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT pages_size_bytes_check CHECK ((size_bytes >= 0)),
  CONSTRAINT pages_text_bytes_check CHECK ((text_bytes >= 0))
);
ALTER TABLE platform.pages ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.pages FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.pages TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
CREATE TRIGGER page_searched AFTER INSERT ON platform.pages FOR EACH ROW EXECUTE FUNCTION platform.search_page();
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.pages TO ecp_tenant;

CREATE TABLE platform.passkey_challenges (
  challenge_hash bytea NOT NULL,
  purpose text NOT NULL,
  caller_hash bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT passkey_challenges_pkey PRIMARY KEY (challenge_hash),
  CONSTRAINT passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['add'::text, 'prove'::text])))
);
CREATE INDEX passkey_challenges_expiry ON platform.passkey_challenges USING btree (expires_at);
ALTER TABLE platform.passkey_challenges ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.passkey_challenges FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON platform.passkey_challenges TO ecp_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT ON platform.passkey_challenges TO ecp_system;

CREATE TABLE platform.passkeys (
  id text NOT NULL,
  tenant_id text NOT NULL,
  user_id text NOT NULL,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  name text NOT NULL,
  mailbox_proven boolean NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  last_used_at timestamp with time zone,
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id),
  CONSTRAINT passkeys_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES platform.users(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX passkeys_user ON platform.passkeys USING btree (tenant_id, user_id);
ALTER TABLE platform.passkeys ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.passkeys FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON platform.passkeys TO ecp_system USING (true) WITH CHECK (true);
CREATE POLICY tenant_rows ON platform.passkeys TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT SELECT, UPDATE ON platform.passkeys TO ecp_system;
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.passkeys TO ecp_tenant;

CREATE TABLE platform.pattern_analyses (
  id text NOT NULL,
  tenant_id text NOT NULL,
  status text NOT NULL,
  started_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  CONSTRAINT pattern_analyses_pkey PRIMARY KEY (id),
  CONSTRAINT pattern_analyses_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT pattern_analyses_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES platform.tenants(id) ON DELETE CASCADE,
  CONSTRAINT pattern_analyses_status_check CHECK ((status = ANY (ARRAY['running'::text, 'completed'::text])))
);
CREATE UNIQUE INDEX pattern_analyses_one_running ON platform.pattern_analyses USING btree (tenant_id) WHERE (status = 'running'::text);
CREATE INDEX pattern_analyses_tenant ON platform.pattern_analyses USING btree (tenant_id, started_at DESC);
ALTER TABLE platform.pattern_analyses ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.pattern_analyses FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.pattern_analyses TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.pattern_analyses TO ecp_tenant;

CREATE TABLE platform.plans (
  tenant_id text NOT NULL,
  engagement_id text NOT NULL,
  plan_id text NOT NULL,
  state text NOT NULL,
  request_hash text NOT NULL,
  answer json,
  spent_nano_usd bigint NOT NULL DEFAULT 0,
  asked_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT plans_pkey PRIMARY KEY (tenant_id, engagement_id),
  CONSTRAINT plans_tenant_id_engagement_id_fkey FOREIGN KEY (tenant_id, engagement_id) REFERENCES platform.engagements(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT plans_spent_nano_usd_check CHECK ((spent_nano_usd >= 0)),
  CONSTRAINT plans_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'answered'::text])))
);
ALTER TABLE platform.plans ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.plans FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.plans TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.plans TO ecp_tenant;

CREATE TABLE platform.portal_link_secrets (
  token_hash bytea NOT NULL,
  tenant_id text NOT NULL,
  token_id text NOT NULL,
  release_id text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT portal_link_secrets_pkey PRIMARY KEY (token_hash),
  CONSTRAINT portal_link_secrets_tenant_id_token_id_release_id_fkey FOREIGN KEY (tenant_id, token_id, release_id) REFERENCES platform.release_links(tenant_id, token_id, release_id) ON DELETE CASCADE
);
CREATE INDEX portal_link_secrets_link ON platform.portal_link_secrets USING btree (tenant_id, token_id, release_id);
ALTER TABLE platform.portal_link_secrets ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.portal_link_secrets FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON platform.portal_link_secrets TO ecp_system USING (true) WITH CHECK (true);
CREATE POLICY tenant_rows ON platform.portal_link_secrets TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT SELECT ON platform.portal_link_secrets TO ecp_system;
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.portal_link_secrets TO ecp_tenant;

CREATE TABLE platform.portal_tokens (
  id text NOT NULL,
  tenant_id text NOT NULL,
  engagement_id text NOT NULL,
  token_hash bytea NOT NULL,
  label text,
  permissions text[] NOT NULL,
  expires_at timestamp with time zone,
  created_by text,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  client_name text,
  client_email text,
  documents text NOT NULL DEFAULT 'latest'::text,
  preview_of text,
  sees_others boolean NOT NULL DEFAULT false,
  CONSTRAINT portal_tokens_pkey PRIMARY KEY (id),
  CONSTRAINT portal_tokens_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT portal_tokens_token_hash_key UNIQUE (token_hash),
  CONSTRAINT portal_tokens_tenant_id_engagement_id_fkey FOREIGN KEY (tenant_id, engagement_id) REFERENCES platform.engagements(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT portal_tokens_tenant_id_preview_of_fkey FOREIGN KEY (tenant_id, preview_of) REFERENCES platform.portal_tokens(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT portal_tokens_documents_check CHECK ((documents = ANY (ARRAY['latest'::text, 'released'::text]))),
  CONSTRAINT portal_tokens_permissions_check CHECK (((permissions <@ '{read,comment,approve,answer,download,sources,files}'::text[]) AND (cardinality(permissions) > 0)))
);
CREATE INDEX portal_tokens_list ON platform.portal_tokens USING btree (tenant_id, engagement_id, created_at DESC, id DESC);
ALTER TABLE platform.portal_tokens ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.portal_tokens FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON platform.portal_tokens TO ecp_system USING (true) WITH CHECK (true);
CREATE POLICY tenant_rows ON platform.portal_tokens TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT SELECT, UPDATE ON platform.portal_tokens TO ecp_system;
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.portal_tokens TO ecp_tenant;

CREATE TABLE platform.quality_scores (
  id text NOT NULL,
  tenant_id text NOT NULL,
  engagement_id text NOT NULL,
  run_id text NOT NULL,
  task_id text NOT NULL,
  task_name text NOT NULL,
  score double precision NOT NULL,
  rubric_type text NOT NULL,
  rubric_version integer NOT NULL,
  feedback text NOT NULL,
  criteria json NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  event_seq bigint NOT NULL DEFAULT 0,
  CONSTRAINT quality_scores_pkey PRIMARY KEY (id),
  CONSTRAINT quality_scores_tenant_id_run_id_task_id_key UNIQUE (tenant_id, run_id, task_id),
  CONSTRAINT quality_scores_tenant_id_run_id_fkey FOREIGN KEY (tenant_id, run_id) REFERENCES platform.runs(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT quality_scores_score_check CHECK (((score >= (0)::double precision) AND (score <= (100)::double precision)))
);
CREATE INDEX quality_scores_export ON platform.quality_scores USING btree (tenant_id, id);
ALTER TABLE platform.quality_scores ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.quality_scores FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.quality_scores TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.quality_scores TO ecp_tenant;

CREATE TABLE platform.queries (
  id text NOT NULL,
  tenant_id text NOT NULL,
  engagement_id text NOT NULL,
  title text,
  sql text NOT NULL,
  columns json NOT NULL,
  rows text NOT NULL,
  rows_bytes integer NOT NULL,
  row_count integer NOT NULL,
  truncated boolean NOT NULL,
  result_hash text NOT NULL,
  tables json NOT NULL,
  author_kind text NOT NULL,
  author_id text,
  author_name text NOT NULL,
  run_id text,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT queries_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT queries_tenant_id_engagement_id_fkey FOREIGN KEY (tenant_id, engagement_id) REFERENCES platform.engagements(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT queries_tenant_id_run_id_fkey FOREIGN KEY (tenant_id, run_id) REFERENCES platform.runs(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT queries_author_kind_check CHECK ((author_kind = ANY (ARRAY['user'::text, 'api_key'::text, 'agent'::text]))),
  CONSTRAINT queries_check CHECK (((author_kind = 'agent'::text) = (run_id IS NOT NULL))),
  CONSTRAINT queries_row_count_check CHECK ((row_count >= 0)),
  CONSTRAINT queries_rows_bytes_check CHECK ((rows_bytes >= 0))
);
CREATE INDEX queries_engagement ON platform.queries USING btree (tenant_id, engagement_id, created_at DESC, id DESC);
CREATE INDEX queries_run ON platform.queries USING btree (tenant_id, run_id);
ALTER TABLE platform.queries ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.queries FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.queries TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.queries TO ecp_tenant;

CREATE TABLE platform.questions (
  tenant_id text NOT NULL,
  engagement_id text NOT NULL,
  id text NOT NULL,
  run_id text NOT NULL,
  task_id text,
  agent_slug text NOT NULL,
  question text NOT NULL,
  assumption text NOT NULL,
  impact text NOT NULL,
  status text NOT NULL,
  due_at timestamp with time zone,
  answer text,
  answerer_kind text,
  answerer_id text,
  answerer_name text,
  answered_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT questions_pkey PRIMARY KEY (tenant_id, engagement_id, id),
  CONSTRAINT questions_tenant_id_engagement_id_fkey FOREIGN KEY (tenant_id, engagement_id) REFERENCES platform.engagements(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT questions_tenant_id_run_id_fkey FOREIGN KEY (tenant_id, run_id) REFERENCES platform.runs(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT questions_answered CHECK ((((status = 'answered'::text) = (answer IS NOT NULL)) AND ((answer IS NULL) = (answered_at IS NULL)) AND ((answer IS NULL) = (answerer_name IS NULL)) AND ((answer IS NULL) = (answerer_kind IS NULL)))),
  CONSTRAINT questions_answerer CHECK ((answerer_kind = ANY (ARRAY['user'::text, 'client'::text, 'api_key'::text]))),
  CONSTRAINT questions_status_check CHECK ((status = ANY (ARRAY['open'::text, 'answered'::text, 'assumed'::text])))
);
CREATE INDEX questions_inbox ON platform.questions USING btree (tenant_id, ((status = 'answered'::text)), created_at DESC, id DESC);
CREATE INDEX questions_of_engagement ON platform.questions USING btree (tenant_id, engagement_id, created_at DESC, id DESC);
CREATE INDEX questions_of_run ON platform.questions USING btree (tenant_id, run_id);
CREATE INDEX questions_waiting ON platform.questions USING btree (tenant_id, created_at, id) WHERE (status = ANY (ARRAY['open'::text, 'assumed'::text]));
ALTER TABLE platform.questions ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.questions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.questions TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.questions TO ecp_tenant;

CREATE TABLE platform.recovery_codes (
  tenant_id text NOT NULL,
  user_id text NOT NULL,
  code_hash bytea NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (tenant_id, user_id, code_hash),
  CONSTRAINT recovery_codes_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES platform.users(tenant_id, id) ON DELETE CASCADE
);
ALTER TABLE platform.recovery_codes ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.recovery_codes FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON platform.recovery_codes TO ecp_system USING (true) WITH CHECK (true);
CREATE POLICY tenant_rows ON platform.recovery_codes TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT SELECT, UPDATE ON platform.recovery_codes TO ecp_system;
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.recovery_codes TO ecp_tenant;

CREATE TABLE platform.release_documents (
  tenant_id text NOT NULL,
  release_id text NOT NULL,
  filename text NOT NULL,
  version integer NOT NULL,
  title text NOT NULL,
  deliverable_id text NOT NULL,
  "position" integer NOT NULL,
  CONSTRAINT release_documents_pkey PRIMARY KEY (tenant_id, release_id, filename),
  CONSTRAINT release_documents_tenant_id_deliverable_id_fkey FOREIGN KEY (tenant_id, deliverable_id) REFERENCES platform.deliverables(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT release_documents_tenant_id_release_id_fkey FOREIGN KEY (tenant_id, release_id) REFERENCES platform.releases(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX release_documents_version ON platform.release_documents USING btree (tenant_id, deliverable_id);
ALTER TABLE platform.release_documents ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.release_documents FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.release_documents TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.release_documents TO ecp_tenant;

CREATE TABLE platform.release_links (
  tenant_id text NOT NULL,
  token_id text NOT NULL,
  release_id text NOT NULL,
  CONSTRAINT release_links_pkey PRIMARY KEY (tenant_id, token_id, release_id),
  CONSTRAINT release_links_tenant_id_release_id_fkey FOREIGN KEY (tenant_id, release_id) REFERENCES platform.releases(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT release_links_tenant_id_token_id_fkey FOREIGN KEY (tenant_id, token_id) REFERENCES platform.portal_tokens(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX release_links_release ON platform.release_links USING btree (tenant_id, release_id);
ALTER TABLE platform.release_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.release_links FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.release_links TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.release_links TO ecp_tenant;

CREATE TABLE platform.releases (
  tenant_id text NOT NULL,
  id text NOT NULL,
  engagement_id text NOT NULL,
  message text,
  author_kind text NOT NULL,
  author_id text,
  author_name text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT releases_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT releases_tenant_id_engagement_id_fkey FOREIGN KEY (tenant_id, engagement_id) REFERENCES platform.engagements(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT releases_author_kind_check CHECK ((author_kind = ANY (ARRAY['user'::text, 'api_key'::text])))
);
CREATE INDEX releases_list ON platform.releases USING btree (tenant_id, engagement_id, created_at DESC, id DESC);
ALTER TABLE platform.releases ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.releases FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.releases TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.releases TO ecp_tenant;

CREATE TABLE platform.reviews (
  id text NOT NULL,
  tenant_id text NOT NULL,
  deliverable_id text NOT NULL,
  action text NOT NULL,
  notes text,
  author_name text NOT NULL,
  author_id text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  author_kind text NOT NULL,
  override_reason text,
  run_id text,
  source_changes json,
  comment_ids text[],
  CONSTRAINT reviews_pkey PRIMARY KEY (id),
  CONSTRAINT reviews_tenant_id_deliverable_id_fkey FOREIGN KEY (tenant_id, deliverable_id) REFERENCES platform.deliverables(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT reviews_tenant_id_run_id_fkey FOREIGN KEY (tenant_id, run_id) REFERENCES platform.runs(tenant_id, id) ON DELETE SET NULL (run_id),
  CONSTRAINT reviews_action_check CHECK ((action = ANY (ARRAY['approve'::text, 'request_revision'::text, 'reject'::text]))),
  CONSTRAINT reviews_author_kind_check CHECK ((author_kind = ANY (ARRAY['user'::text, 'client'::text, 'api_key'::text])))
);
CREATE INDEX reviews_deliverable ON platform.reviews USING btree (tenant_id, deliverable_id, created_at);
CREATE INDEX reviews_run ON platform.reviews USING btree (tenant_id, run_id);
ALTER TABLE platform.reviews ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.reviews FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.reviews TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.reviews TO ecp_tenant;

CREATE TABLE platform.runs (
  id text NOT NULL,
  tenant_id text NOT NULL,
  engagement_id text NOT NULL,
  kind text NOT NULL,
  rerun_task_id text,
  status text NOT NULL,
  started_at timestamp with time zone NOT NULL DEFAULT now(),
  finished_at timestamp with time zone,
  cost_nano_usd bigint NOT NULL DEFAULT 0,
  input_tokens bigint NOT NULL DEFAULT 0,
  output_tokens bigint NOT NULL DEFAULT 0,
  steps integer NOT NULL DEFAULT 0,
  error text,
  pause_snapshot json,
  analytics json,
  started_by text,
  confirmed_at timestamp with time zone,
  event_cursor bigint NOT NULL DEFAULT 0,
  rerun_task_ids text[],
  failure_reason text,
  waiting_until timestamp with time zone,
  follower integer NOT NULL DEFAULT 0,
  recorded boolean NOT NULL DEFAULT false,
  request_key text,
  superseded boolean NOT NULL DEFAULT false,
  CONSTRAINT runs_pkey PRIMARY KEY (id),
  CONSTRAINT runs_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT runs_tenant_id_engagement_id_fkey FOREIGN KEY (tenant_id, engagement_id) REFERENCES platform.engagements(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT runs_failure_reason_check CHECK ((failure_reason = ANY (ARRAY['stopped'::text, 'budget_exhausted'::text, 'tasks_failed'::text, 'planning_failed'::text, 'task_missing'::text, 'start_failed'::text, 'engine_lost'::text, 'internal_error'::text]))),
  CONSTRAINT runs_kind_check CHECK ((kind = ANY (ARRAY['run'::text, 'rerun'::text]))),
  CONSTRAINT runs_status_check CHECK ((status = ANY (ARRAY['running'::text, 'paused'::text, 'completed'::text, 'failed'::text])))
);
CREATE INDEX runs_engagement ON platform.runs USING btree (tenant_id, engagement_id, started_at DESC, id DESC);
CREATE INDEX runs_failed ON platform.runs USING btree (tenant_id, finished_at) WHERE ((status = 'failed'::text) AND (failure_reason IS DISTINCT FROM 'stopped'::text));
CREATE INDEX runs_finished ON platform.runs USING btree (tenant_id, finished_at) WHERE (finished_at IS NOT NULL);
CREATE UNIQUE INDEX runs_one_active ON platform.runs USING btree (tenant_id, engagement_id) WHERE (status = ANY (ARRAY['running'::text, 'paused'::text]));
CREATE INDEX runs_waiting ON platform.runs USING btree (tenant_id, COALESCE(finished_at, started_at), id) WHERE ((status = 'failed'::text) AND (failure_reason IS DISTINCT FROM 'stopped'::text) AND (NOT superseded));
ALTER TABLE platform.runs ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.runs FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.runs TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.runs TO ecp_tenant;

CREATE TABLE platform.search_changes (
  tenant_id text NOT NULL,
  id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  engagement_id text NOT NULL,
  kind text NOT NULL,
  source_id text NOT NULL,
  part integer NOT NULL DEFAULT 0,
  body text,
  due_at timestamp with time zone NOT NULL DEFAULT now(),
  failures integer NOT NULL DEFAULT 0,
  CONSTRAINT search_changes_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT search_changes_tenant_id_engagement_id_fkey FOREIGN KEY (tenant_id, engagement_id) REFERENCES platform.engagements(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX search_changes_engagement ON platform.search_changes USING btree (tenant_id, engagement_id);
ALTER TABLE platform.search_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.search_changes FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON platform.search_changes TO ecp_system USING (true) WITH CHECK (true);
CREATE POLICY tenant_rows ON platform.search_changes TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT SELECT (tenant_id, due_at) ON platform.search_changes TO ecp_system;
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.search_changes TO ecp_tenant;

CREATE TABLE platform.search_texts (
  tenant_id text NOT NULL,
  id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  engagement_id text NOT NULL,
  kind text NOT NULL,
  source_id text NOT NULL,
  part integer NOT NULL DEFAULT 0,
  title text NOT NULL,
  body text,
  words text NOT NULL,
  deliverable_id text GENERATED ALWAYS AS (
CASE kind
    WHEN 'deliverable'::text THEN source_id
    ELSE NULL::text
END) STORED,
  attachment_id text GENERATED ALWAYS AS (
CASE kind
    WHEN 'source'::text THEN source_id
    ELSE NULL::text
END) STORED,
  page_id text GENERATED ALWAYS AS (
CASE kind
    WHEN 'page'::text THEN source_id
    ELSE NULL::text
END) STORED,
  CONSTRAINT search_texts_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT search_texts_tenant_id_attachment_id_fkey FOREIGN KEY (tenant_id, attachment_id) REFERENCES platform.attachments(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT search_texts_tenant_id_deliverable_id_fkey FOREIGN KEY (tenant_id, deliverable_id) REFERENCES platform.deliverables(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT search_texts_tenant_id_engagement_id_fkey FOREIGN KEY (tenant_id, engagement_id) REFERENCES platform.engagements(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT search_texts_tenant_id_page_id_fkey FOREIGN KEY (tenant_id, page_id) REFERENCES platform.pages(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT search_texts_kind_check CHECK ((kind = ANY (ARRAY['engagement'::text, 'deliverable'::text, 'source'::text, 'comment'::text, 'page'::text])))
);
CREATE INDEX search_texts_attachment ON platform.search_texts USING btree (tenant_id, attachment_id) WHERE (attachment_id IS NOT NULL);
CREATE INDEX search_texts_deliverable ON platform.search_texts USING btree (tenant_id, deliverable_id) WHERE (deliverable_id IS NOT NULL);
CREATE INDEX search_texts_engagement ON platform.search_texts USING btree (tenant_id, engagement_id);
CREATE INDEX search_texts_keys ON platform.search_texts USING gin (platform.search_keys(tenant_id, id, engagement_id, kind, words)) WITH (fastupdate=off);
CREATE INDEX search_texts_page ON platform.search_texts USING btree (tenant_id, page_id) WHERE (page_id IS NOT NULL);
CREATE INDEX search_texts_source ON platform.search_texts USING btree (tenant_id, kind, source_id);
CREATE INDEX search_texts_titles ON platform.search_texts USING gin (platform.title_keys(tenant_id, words)) WITH (fastupdate=off) WHERE (kind = 'engagement'::text);
ALTER TABLE platform.search_texts ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.search_texts FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON platform.search_texts TO ecp_system USING (true) WITH CHECK (true);
CREATE POLICY tenant_rows ON platform.search_texts TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT SELECT (tenant_id, id, engagement_id, kind, source_id, words) ON platform.search_texts TO ecp_system;
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.search_texts TO ecp_tenant;

CREATE TABLE platform.searches (
  id text NOT NULL,
  tenant_id text NOT NULL,
  engagement_id text NOT NULL,
  run_id text NOT NULL,
  agent_slug text NOT NULL,
  task_id text,
  query text NOT NULL,
  words text NOT NULL,
  state text NOT NULL,
  hits json NOT NULL DEFAULT '[]'::json,
  addresses text[] NOT NULL DEFAULT '{}'::text[],
  refusal json,
  paid boolean NOT NULL DEFAULT false,
  cost_nano_usd bigint NOT NULL DEFAULT 0,
  claimed_by text,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT searches_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT searches_tenant_id_engagement_id_fkey FOREIGN KEY (tenant_id, engagement_id) REFERENCES platform.engagements(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT searches_tenant_id_run_id_fkey FOREIGN KEY (tenant_id, run_id) REFERENCES platform.runs(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT searches_check CHECK (((state = 'refused'::text) = (refusal IS NOT NULL))),
  CONSTRAINT searches_state_check CHECK ((state = ANY (ARRAY['claimed'::text, 'found'::text, 'refused'::text])))
);
CREATE INDEX searches_engagement ON platform.searches USING btree (tenant_id, engagement_id, created_at);
CREATE UNIQUE INDEX searches_once ON platform.searches USING btree (tenant_id, run_id, words) WHERE (claimed_by IS NOT NULL);
ALTER TABLE platform.searches ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.searches FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.searches TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.searches TO ecp_tenant;

CREATE TABLE platform.sessions (
  token_hash bytea NOT NULL,
  tenant_id text NOT NULL,
  user_id text NOT NULL,
  ip_address text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  mailbox_proven boolean NOT NULL DEFAULT false,
  id text NOT NULL DEFAULT (gen_random_uuid())::text,
  replaced_at timestamp with time zone,
  last_used_at timestamp with time zone NOT NULL DEFAULT now(),
  user_agent text,
  proven_at timestamp with time zone NOT NULL DEFAULT now(),
  second_factor_at timestamp with time zone,
  CONSTRAINT sessions_pkey PRIMARY KEY (token_hash),
  CONSTRAINT sessions_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES platform.users(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX sessions_expiry ON platform.sessions USING btree (expires_at);
CREATE INDEX sessions_id ON platform.sessions USING btree (id);
CREATE INDEX sessions_user ON platform.sessions USING btree (tenant_id, user_id);
ALTER TABLE platform.sessions ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.sessions FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON platform.sessions TO ecp_system USING (true) WITH CHECK (true);
CREATE POLICY tenant_rows ON platform.sessions TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.sessions TO ecp_system;
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.sessions TO ecp_tenant;

CREATE TABLE platform.storage_reservations (
  id text NOT NULL,
  tenant_id text NOT NULL,
  storage_key text NOT NULL,
  size_bytes bigint NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT storage_reservations_pkey PRIMARY KEY (id),
  CONSTRAINT storage_reservations_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES platform.tenants(id) ON DELETE CASCADE,
  CONSTRAINT storage_reservations_size_bytes_check CHECK ((size_bytes >= 0))
);
CREATE INDEX storage_reservations_age ON platform.storage_reservations USING btree (created_at);
CREATE INDEX storage_reservations_tenant ON platform.storage_reservations USING btree (tenant_id);
ALTER TABLE platform.storage_reservations ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.storage_reservations FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON platform.storage_reservations TO ecp_system USING (true) WITH CHECK (true);
CREATE POLICY tenant_rows ON platform.storage_reservations TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, SELECT ON platform.storage_reservations TO ecp_system;
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.storage_reservations TO ecp_tenant;

CREATE TABLE platform.storage_usage (
  tenant_id text NOT NULL,
  reserved_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT storage_usage_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT storage_usage_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES platform.tenants(id) ON DELETE CASCADE
);
ALTER TABLE platform.storage_usage ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.storage_usage FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.storage_usage TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.storage_usage TO ecp_tenant;

CREATE TABLE platform.stranger_mails (
  tenant_id text NOT NULL,
  due_at timestamp with time zone NOT NULL,
  CONSTRAINT stranger_mails_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES platform.tenants(id) ON DELETE CASCADE
);
CREATE INDEX stranger_mails_tenant ON platform.stranger_mails USING btree (tenant_id, due_at DESC);
ALTER TABLE platform.stranger_mails ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.stranger_mails FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON platform.stranger_mails TO ecp_system USING (true) WITH CHECK (true);
CREATE POLICY tenant_rows ON platform.stranger_mails TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT ON platform.stranger_mails TO ecp_system;
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.stranger_mails TO ecp_tenant;

CREATE TABLE platform.subscriptions (
  tenant_id text NOT NULL,
  provider text NOT NULL,
  status text NOT NULL,
  plan text NOT NULL,
  current_period_end timestamp with time zone,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  customer_id text,
  external_id text,
  tickets_drawn bigint NOT NULL DEFAULT 0,
  ticket_written bigint NOT NULL DEFAULT 0,
  CONSTRAINT subscriptions_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT subscriptions_customer_id_key UNIQUE (customer_id),
  CONSTRAINT subscriptions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES platform.tenants(id) ON DELETE CASCADE,
  CONSTRAINT subscriptions_plan_check CHECK ((plan = ANY (ARRAY['starter'::text, 'professional'::text, 'enterprise'::text]))),
  CONSTRAINT subscriptions_provider_check CHECK ((provider = ANY (ARRAY['local'::text, 'stripe'::text]))),
  CONSTRAINT subscriptions_status_check CHECK ((status = ANY (ARRAY['active'::text, 'past_due'::text, 'canceled'::text, 'none'::text])))
);
ALTER TABLE platform.subscriptions ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.subscriptions FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON platform.subscriptions TO ecp_system USING (true) WITH CHECK (true);
CREATE POLICY tenant_rows ON platform.subscriptions TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT INSERT, SELECT, UPDATE ON platform.subscriptions TO ecp_system;
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.subscriptions TO ecp_tenant;

CREATE TABLE platform.table_builds (
  tenant_id text NOT NULL,
  engagement_id text NOT NULL,
  attachment_id text NOT NULL,
  state text NOT NULL,
  problem text,
  ordered_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  unread json NOT NULL DEFAULT '[]'::json,
  CONSTRAINT table_builds_pkey PRIMARY KEY (tenant_id, attachment_id),
  CONSTRAINT table_builds_tenant_id_attachment_id_fkey FOREIGN KEY (tenant_id, attachment_id) REFERENCES platform.attachments(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT table_builds_tenant_id_engagement_id_fkey FOREIGN KEY (tenant_id, engagement_id) REFERENCES platform.engagements(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT table_builds_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'built'::text])))
);
CREATE INDEX table_builds_engagement ON platform.table_builds USING btree (tenant_id, engagement_id);
ALTER TABLE platform.table_builds ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.table_builds FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.table_builds TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.table_builds TO ecp_tenant;

CREATE TABLE platform.templates (
  id text NOT NULL,
  tenant_id text NOT NULL,
  name text NOT NULL,
  slug text NOT NULL,
  description text NOT NULL,
  brief text NOT NULL,
  budget_nano_usd bigint NOT NULL,
  tasks json NOT NULL,
  options json NOT NULL,
  created_by text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  size_bytes integer NOT NULL GENERATED ALWAYS AS ((((octet_length(description) + octet_length(brief)) + octet_length((tasks)::text)) + octet_length((options)::text))) STORED,
  CONSTRAINT templates_pkey PRIMARY KEY (id),
  CONSTRAINT templates_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES platform.tenants(id) ON DELETE CASCADE,
  CONSTRAINT templates_budget_nano_usd_check CHECK ((budget_nano_usd > 0))
);
CREATE INDEX templates_export ON platform.templates USING btree (tenant_id, id);
CREATE INDEX templates_list ON platform.templates USING btree (tenant_id, created_at DESC, id DESC);
ALTER TABLE platform.templates ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.templates FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.templates TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.templates TO ecp_tenant;

CREATE TABLE platform.tenant_keys (
  tenant_id text NOT NULL,
  wrapped bytea NOT NULL,
  master text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT tenant_keys_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT tenant_keys_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES platform.tenants(id) ON DELETE CASCADE
);
CREATE INDEX tenant_keys_master ON platform.tenant_keys USING btree (master, tenant_id);
ALTER TABLE platform.tenant_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.tenant_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON platform.tenant_keys TO ecp_system USING (true) WITH CHECK (true);
CREATE POLICY tenant_rows ON platform.tenant_keys TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT SELECT (tenant_id, master) ON platform.tenant_keys TO ecp_system;
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.tenant_keys TO ecp_tenant;

CREATE TABLE platform.tenants (
  id text NOT NULL,
  name text NOT NULL,
  slug text NOT NULL,
  plan text NOT NULL DEFAULT 'starter'::text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  require_second_factor boolean NOT NULL DEFAULT false,
  require_step_up boolean NOT NULL DEFAULT false,
  require_verified_citations boolean NOT NULL DEFAULT false,
  include_sources_in_dossier boolean NOT NULL DEFAULT false,
  CONSTRAINT tenants_pkey PRIMARY KEY (id),
  CONSTRAINT tenants_slug_key UNIQUE (slug),
  CONSTRAINT tenants_plan_check CHECK ((plan = ANY (ARRAY['starter'::text, 'professional'::text, 'enterprise'::text])))
);
ALTER TABLE platform.tenants ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.tenants FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON platform.tenants TO ecp_system USING (true) WITH CHECK (true);
CREATE POLICY tenant_rows ON platform.tenants TO ecp_tenant USING ((id = platform.current_tenant_id())) WITH CHECK ((id = platform.current_tenant_id()));
GRANT INSERT, SELECT, UPDATE ON platform.tenants TO ecp_system;
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.tenants TO ecp_tenant;

CREATE TABLE platform.totp_factors (
  tenant_id text NOT NULL,
  user_id text NOT NULL,
  sealed_secret bytea NOT NULL,
  last_step bigint NOT NULL DEFAULT '-1'::integer,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  confirmed_at timestamp with time zone,
  CONSTRAINT totp_factors_pkey PRIMARY KEY (tenant_id, user_id),
  CONSTRAINT totp_factors_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES platform.users(tenant_id, id) ON DELETE CASCADE
);
ALTER TABLE platform.totp_factors ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.totp_factors FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON platform.totp_factors TO ecp_system USING (true) WITH CHECK (true);
CREATE POLICY tenant_rows ON platform.totp_factors TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT SELECT, UPDATE ON platform.totp_factors TO ecp_system;
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.totp_factors TO ecp_tenant;

CREATE TABLE platform.unscored_tasks (
  id text NOT NULL,
  tenant_id text NOT NULL,
  engagement_id text NOT NULL,
  run_id text NOT NULL,
  task_id text NOT NULL,
  task_name text NOT NULL,
  reason text NOT NULL,
  event_seq bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT unscored_tasks_pkey PRIMARY KEY (id),
  CONSTRAINT unscored_tasks_tenant_id_run_id_task_id_key UNIQUE (tenant_id, run_id, task_id),
  CONSTRAINT unscored_tasks_tenant_id_run_id_fkey FOREIGN KEY (tenant_id, run_id) REFERENCES platform.runs(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX unscored_tasks_export ON platform.unscored_tasks USING btree (tenant_id, id);
ALTER TABLE platform.unscored_tasks ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.unscored_tasks FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.unscored_tasks TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.unscored_tasks TO ecp_tenant;

CREATE TABLE platform.update_sources (
  tenant_id text NOT NULL,
  update_id text NOT NULL,
  kind text NOT NULL,
  source_id text NOT NULL,
  title text NOT NULL,
  url text,
  outcome text NOT NULL,
  refusal json,
  changes json NOT NULL DEFAULT '[]'::json,
  "position" integer NOT NULL,
  CONSTRAINT update_sources_pkey PRIMARY KEY (tenant_id, update_id, kind, source_id),
  CONSTRAINT update_sources_tenant_id_update_id_fkey FOREIGN KEY (tenant_id, update_id) REFERENCES platform.engagement_updates(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT update_sources_kind_check CHECK ((kind = ANY (ARRAY['page'::text, 'attachment'::text, 'query'::text]))),
  CONSTRAINT update_sources_outcome_check CHECK ((outcome = ANY (ARRAY['same'::text, 'changed'::text, 'gone'::text, 'unread'::text]))),
  CONSTRAINT update_sources_unread CHECK (((outcome <> ALL (ARRAY['gone'::text, 'unread'::text])) OR (refusal IS NOT NULL)))
);
ALTER TABLE platform.update_sources ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.update_sources FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.update_sources TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.update_sources TO ecp_tenant;

CREATE TABLE platform.users (
  id text NOT NULL,
  tenant_id text NOT NULL,
  email text NOT NULL,
  name text,
  role text NOT NULL,
  password_hash text,
  email_verified_at timestamp with time zone,
  invited_by text,
  last_login_at timestamp with time zone,
  last_used_at timestamp with time zone NOT NULL DEFAULT now(),
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  password_proven boolean NOT NULL DEFAULT false,
  confirmation_asked_at timestamp with time zone,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_tenant_id_email_key UNIQUE (tenant_id, email),
  CONSTRAINT users_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT users_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES platform.tenants(id) ON DELETE CASCADE,
  CONSTRAINT users_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text, 'viewer'::text])))
);
CREATE INDEX users_email ON platform.users USING btree (email, last_used_at);
CREATE INDEX users_email_verified ON platform.users USING btree (email) WHERE (email_verified_at IS NOT NULL);
CREATE UNIQUE INDEX users_one_owner ON platform.users USING btree (tenant_id) WHERE (role = 'owner'::text);
ALTER TABLE platform.users ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.users FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON platform.users TO ecp_system USING (true) WITH CHECK (true);
CREATE POLICY tenant_rows ON platform.users TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
CREATE TRIGGER user_renamed AFTER UPDATE OF name ON platform.users FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION platform.raise_list_version_of_name();
GRANT INSERT, SELECT, UPDATE ON platform.users TO ecp_system;
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.users TO ecp_tenant;

CREATE TABLE platform.web_hosts (
  host text NOT NULL,
  next_at timestamp with time zone NOT NULL,
  CONSTRAINT web_hosts_pkey PRIMARY KEY (host)
);
ALTER TABLE platform.web_hosts ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.web_hosts FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON platform.web_hosts TO ecp_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.web_hosts TO ecp_system;

CREATE TABLE platform.web_robots (
  origin text NOT NULL,
  state text NOT NULL,
  content bytea,
  fetched_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT web_robots_pkey PRIMARY KEY (origin),
  CONSTRAINT web_robots_check CHECK (((state = 'rules'::text) = (content IS NOT NULL))),
  CONSTRAINT web_robots_state_check CHECK ((state = ANY (ARRAY['rules'::text, 'open'::text, 'closed'::text])))
);
CREATE INDEX web_robots_age ON platform.web_robots USING btree (fetched_at);
ALTER TABLE platform.web_robots ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.web_robots FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON platform.web_robots TO ecp_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.web_robots TO ecp_system;

CREATE TABLE platform.webhook_attempts (
  id text NOT NULL,
  tenant_id text NOT NULL,
  endpoint_id text NOT NULL,
  delivery_id text NOT NULL,
  attempt integer NOT NULL,
  status_code integer,
  response_body text,
  duration_ms integer NOT NULL,
  error text,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT webhook_attempts_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_attempts_tenant_id_delivery_id_attempt_key UNIQUE (tenant_id, delivery_id, attempt),
  CONSTRAINT webhook_attempts_tenant_id_delivery_id_fkey FOREIGN KEY (tenant_id, delivery_id) REFERENCES platform.webhook_deliveries(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_attempts_list ON platform.webhook_attempts USING btree (tenant_id, endpoint_id, created_at DESC, id DESC);
ALTER TABLE platform.webhook_attempts ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.webhook_attempts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.webhook_attempts TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.webhook_attempts TO ecp_tenant;

CREATE TABLE platform.webhook_deliveries (
  id text NOT NULL,
  tenant_id text NOT NULL,
  endpoint_id text NOT NULL,
  event text NOT NULL,
  body text NOT NULL,
  due_attempt integer,
  first_attempt integer NOT NULL DEFAULT 1,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_deliveries_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT webhook_deliveries_tenant_id_endpoint_id_fkey FOREIGN KEY (tenant_id, endpoint_id) REFERENCES platform.webhook_endpoints(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_age ON platform.webhook_deliveries USING btree (created_at);
CREATE INDEX webhook_deliveries_endpoint ON platform.webhook_deliveries USING btree (tenant_id, endpoint_id);
ALTER TABLE platform.webhook_deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.webhook_deliveries FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON platform.webhook_deliveries TO ecp_system USING (true) WITH CHECK (true);
CREATE POLICY tenant_rows ON platform.webhook_deliveries TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, SELECT, UPDATE ON platform.webhook_deliveries TO ecp_system;
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.webhook_deliveries TO ecp_tenant;

CREATE TABLE platform.webhook_endpoints (
  id text NOT NULL,
  tenant_id text NOT NULL,
  url text NOT NULL,
  events text[] NOT NULL DEFAULT '{}'::text[],
  enabled boolean NOT NULL DEFAULT true,
  description text NOT NULL DEFAULT ''::text,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_endpoints_tenant_id_id_key UNIQUE (tenant_id, id),
  CONSTRAINT webhook_endpoints_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES platform.tenants(id) ON DELETE CASCADE
);
CREATE INDEX webhook_endpoints_list ON platform.webhook_endpoints USING btree (tenant_id, created_at DESC, id DESC);
ALTER TABLE platform.webhook_endpoints ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.webhook_endpoints FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON platform.webhook_endpoints TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.webhook_endpoints TO ecp_tenant;

CREATE TABLE platform.webhook_secrets (
  id text NOT NULL,
  tenant_id text NOT NULL,
  endpoint_id text NOT NULL,
  sealed text NOT NULL,
  expires_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  key_id text NOT NULL GENERATED ALWAYS AS ("left"(sealed, 12)) STORED,
  CONSTRAINT webhook_secrets_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_secrets_tenant_id_endpoint_id_fkey FOREIGN KEY (tenant_id, endpoint_id) REFERENCES platform.webhook_endpoints(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_secrets_endpoint ON platform.webhook_secrets USING btree (tenant_id, endpoint_id, created_at DESC);
CREATE INDEX webhook_secrets_key ON platform.webhook_secrets USING btree (key_id, tenant_id);
ALTER TABLE platform.webhook_secrets ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform.webhook_secrets FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON platform.webhook_secrets TO ecp_system USING (true) WITH CHECK (true);
CREATE POLICY tenant_rows ON platform.webhook_secrets TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT SELECT (tenant_id, key_id) ON platform.webhook_secrets TO ecp_system;
GRANT DELETE, INSERT, SELECT, UPDATE ON platform.webhook_secrets TO ecp_tenant;

CREATE TABLE engine.budgets (
  tenant_id text NOT NULL,
  engagement_id text NOT NULL,
  limit_nano_usd bigint NOT NULL,
  spent_nano_usd bigint NOT NULL DEFAULT 0,
  reserved_nano_usd bigint NOT NULL DEFAULT 0,
  CONSTRAINT budgets_pkey PRIMARY KEY (tenant_id, engagement_id),
  CONSTRAINT budgets_limit_nano_usd_check CHECK ((limit_nano_usd > 0)),
  CONSTRAINT budgets_reserved_nano_usd_check CHECK ((reserved_nano_usd >= 0)),
  CONSTRAINT budgets_spent_nano_usd_check CHECK ((spent_nano_usd >= 0))
);
ALTER TABLE engine.budgets ENABLE ROW LEVEL SECURITY;
ALTER TABLE engine.budgets FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON engine.budgets TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON engine.budgets TO ecp_tenant;

CREATE TABLE engine.call_endings (
  tenant_id text NOT NULL,
  run_id text NOT NULL,
  call_key text NOT NULL,
  outcome text NOT NULL,
  message text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT call_endings_pkey PRIMARY KEY (tenant_id, run_id, call_key),
  CONSTRAINT call_endings_tenant_id_run_id_fkey FOREIGN KEY (tenant_id, run_id) REFERENCES engine.runs(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT call_endings_outcome_check CHECK ((outcome = ANY (ARRAY['failed'::text, 'exhausted'::text])))
);
ALTER TABLE engine.call_endings ENABLE ROW LEVEL SECURITY;
ALTER TABLE engine.call_endings FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON engine.call_endings TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON engine.call_endings TO ecp_tenant;

CREATE TABLE engine.delegations (
  id text NOT NULL,
  tenant_id text NOT NULL,
  run_id text NOT NULL,
  task_id text NOT NULL,
  from_agent text NOT NULL,
  to_agent text NOT NULL,
  question text NOT NULL,
  answer text,
  cost_nano_usd bigint NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  depth integer NOT NULL DEFAULT 1,
  parent_id text,
  question_key text,
  state text NOT NULL DEFAULT 'answered'::text,
  reused_from text,
  reason text,
  CONSTRAINT delegations_pkey PRIMARY KEY (tenant_id, run_id, id),
  CONSTRAINT delegations_tenant_id_run_id_fkey FOREIGN KEY (tenant_id, run_id) REFERENCES engine.runs(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT delegations_tenant_id_run_id_parent_id_fkey FOREIGN KEY (tenant_id, run_id, parent_id) REFERENCES engine.delegations(tenant_id, run_id, id) ON DELETE CASCADE,
  CONSTRAINT delegations_tenant_id_run_id_reused_from_fkey FOREIGN KEY (tenant_id, run_id, reused_from) REFERENCES engine.delegations(tenant_id, run_id, id) ON DELETE CASCADE,
  CONSTRAINT delegations_depth_check CHECK ((depth >= 1)),
  CONSTRAINT delegations_state_check CHECK ((state = ANY (ARRAY['asking'::text, 'answered'::text, 'failed'::text, 'reused'::text, 'refused'::text])))
);
CREATE INDEX delegations_parent ON engine.delegations USING btree (tenant_id, run_id, parent_id) WHERE (parent_id IS NOT NULL);
CREATE UNIQUE INDEX delegations_question ON engine.delegations USING btree (tenant_id, run_id, to_agent, question_key) WHERE (state = ANY (ARRAY['asking'::text, 'answered'::text]));
CREATE INDEX delegations_reused ON engine.delegations USING btree (tenant_id, run_id, reused_from) WHERE (reused_from IS NOT NULL);
ALTER TABLE engine.delegations ENABLE ROW LEVEL SECURITY;
ALTER TABLE engine.delegations FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON engine.delegations TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON engine.delegations TO ecp_tenant;

CREATE TABLE engine.embeddings (
  tenant_id text NOT NULL,
  engagement_id text NOT NULL,
  model text NOT NULL,
  text_hash text NOT NULL,
  vector bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT embeddings_pkey PRIMARY KEY (tenant_id, engagement_id, model, text_hash),
  CONSTRAINT embeddings_tenant_id_engagement_id_fkey FOREIGN KEY (tenant_id, engagement_id) REFERENCES engine.budgets(tenant_id, engagement_id) ON DELETE CASCADE
);
ALTER TABLE engine.embeddings ENABLE ROW LEVEL SECURITY;
ALTER TABLE engine.embeddings FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON engine.embeddings TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON engine.embeddings TO ecp_tenant;

CREATE TABLE engine.events (
  tenant_id text NOT NULL,
  run_id text NOT NULL,
  seq bigint NOT NULL,
  event_key text NOT NULL,
  type text NOT NULL,
  data json NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT events_pkey PRIMARY KEY (tenant_id, run_id, seq),
  CONSTRAINT events_tenant_id_run_id_event_key_key UNIQUE (tenant_id, run_id, event_key),
  CONSTRAINT events_tenant_id_run_id_fkey FOREIGN KEY (tenant_id, run_id) REFERENCES engine.runs(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX events_log ON engine.events USING btree (tenant_id, run_id, seq) WHERE (type = 'log'::text);
ALTER TABLE engine.events ENABLE ROW LEVEL SECURITY;
ALTER TABLE engine.events FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON engine.events TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON engine.events TO ecp_tenant;

CREATE TABLE engine.images (
  tenant_id text NOT NULL,
  engagement_id text NOT NULL,
  sha256 text NOT NULL,
  content bytea NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT images_pkey PRIMARY KEY (tenant_id, engagement_id, sha256)
);
ALTER TABLE engine.images ENABLE ROW LEVEL SECURITY;
ALTER TABLE engine.images FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON engine.images TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON engine.images TO ecp_tenant;

CREATE TABLE engine.model_calls (
  id text NOT NULL,
  tenant_id text NOT NULL,
  run_id text NOT NULL,
  engagement_id text NOT NULL,
  call_key text NOT NULL,
  attempt integer NOT NULL,
  task_id text,
  purpose text NOT NULL,
  agent_slug text NOT NULL,
  model text NOT NULL,
  status text NOT NULL,
  executor_id text NOT NULL,
  reserved_nano_usd bigint NOT NULL,
  cost_nano_usd bigint NOT NULL DEFAULT 0,
  input_tokens bigint NOT NULL DEFAULT 0,
  output_tokens bigint NOT NULL DEFAULT 0,
  answer json,
  error text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  settled_at timestamp with time zone,
  cut boolean NOT NULL DEFAULT false,
  cached_input_tokens bigint NOT NULL DEFAULT 0,
  cache_write_tokens bigint NOT NULL DEFAULT 0,
  saved_nano_usd bigint NOT NULL DEFAULT 0,
  prompt_sha256 text,
  answer_sha256 text,
  CONSTRAINT model_calls_pkey PRIMARY KEY (id),
  CONSTRAINT model_calls_tenant_id_run_id_call_key_attempt_key UNIQUE (tenant_id, run_id, call_key, attempt),
  CONSTRAINT model_calls_tenant_id_run_id_fkey FOREIGN KEY (tenant_id, run_id) REFERENCES engine.runs(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT model_calls_status_check CHECK ((status = ANY (ARRAY['reserved'::text, 'settled'::text, 'released'::text, 'unknown'::text])))
);
CREATE INDEX model_calls_reserved ON engine.model_calls USING btree (executor_id) WHERE (status = 'reserved'::text);
ALTER TABLE engine.model_calls ENABLE ROW LEVEL SECURITY;
ALTER TABLE engine.model_calls FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON engine.model_calls TO ecp_system USING (true) WITH CHECK (true);
CREATE POLICY tenant_rows ON engine.model_calls TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT SELECT ON engine.model_calls TO ecp_system;
GRANT DELETE, INSERT, SELECT, UPDATE ON engine.model_calls TO ecp_tenant;

CREATE TABLE engine.model_failures (
  tenant_id text NOT NULL,
  run_id text NOT NULL,
  task_id text NOT NULL,
  agent_slug text NOT NULL,
  task_kind text NOT NULL,
  model text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT model_failures_pkey PRIMARY KEY (tenant_id, run_id, task_id, model),
  CONSTRAINT model_failures_tenant_id_run_id_fkey FOREIGN KEY (tenant_id, run_id) REFERENCES engine.runs(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX model_failures_history ON engine.model_failures USING btree (tenant_id, task_kind, created_at DESC);
ALTER TABLE engine.model_failures ENABLE ROW LEVEL SECURITY;
ALTER TABLE engine.model_failures FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON engine.model_failures TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON engine.model_failures TO ecp_tenant;

CREATE TABLE engine.model_health (
  provider text NOT NULL,
  model text NOT NULL,
  failures integer NOT NULL,
  resting_until timestamp with time zone,
  CONSTRAINT model_health_pkey PRIMARY KEY (provider, model)
);
ALTER TABLE engine.model_health ENABLE ROW LEVEL SECURITY;
ALTER TABLE engine.model_health FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON engine.model_health TO ecp_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON engine.model_health TO ecp_system;

CREATE TABLE engine.provider_blocks (
  provider text NOT NULL,
  model text NOT NULL,
  blocked_until timestamp with time zone NOT NULL,
  CONSTRAINT provider_blocks_pkey PRIMARY KEY (provider, model)
);
ALTER TABLE engine.provider_blocks ENABLE ROW LEVEL SECURITY;
ALTER TABLE engine.provider_blocks FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON engine.provider_blocks TO ecp_system USING (true) WITH CHECK (true);
GRANT INSERT, SELECT, UPDATE ON engine.provider_blocks TO ecp_system;

CREATE TABLE engine.provider_requests (
  id text NOT NULL,
  provider text NOT NULL,
  begun_at timestamp with time zone NOT NULL,
  tokens bigint NOT NULL,
  CONSTRAINT provider_requests_pkey PRIMARY KEY (id)
);
CREATE INDEX provider_requests_newest ON engine.provider_requests USING btree (provider, begun_at DESC);
ALTER TABLE engine.provider_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE engine.provider_requests FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON engine.provider_requests TO ecp_system USING (true) WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON engine.provider_requests TO ecp_system;

CREATE TABLE engine.questions (
  tenant_id text NOT NULL,
  run_id text NOT NULL,
  id text NOT NULL,
  task_id text,
  agent_slug text NOT NULL,
  question text NOT NULL,
  assumption text NOT NULL,
  impact text NOT NULL,
  due_at timestamp with time zone,
  status text NOT NULL,
  answer text,
  answered_by text,
  answered_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT questions_pkey PRIMARY KEY (tenant_id, run_id, id),
  CONSTRAINT questions_tenant_id_run_id_fkey FOREIGN KEY (tenant_id, run_id) REFERENCES engine.runs(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT questions_answered CHECK (((status = 'answered'::text) = (answer IS NOT NULL))),
  CONSTRAINT questions_status_check CHECK ((status = ANY (ARRAY['open'::text, 'answered'::text, 'assumed'::text])))
);
CREATE INDEX questions_of_task ON engine.questions USING btree (tenant_id, run_id, task_id);
ALTER TABLE engine.questions ENABLE ROW LEVEL SECURITY;
ALTER TABLE engine.questions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON engine.questions TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON engine.questions TO ecp_tenant;

CREATE TABLE engine.research_calls (
  tenant_id text NOT NULL,
  run_id text NOT NULL,
  id text NOT NULL,
  task_id text,
  agent_slug text NOT NULL,
  kind text NOT NULL,
  asked text NOT NULL,
  cost_nano_usd bigint NOT NULL DEFAULT 0,
  outcome json,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT research_calls_pkey PRIMARY KEY (tenant_id, run_id, id),
  CONSTRAINT research_calls_tenant_id_run_id_fkey FOREIGN KEY (tenant_id, run_id) REFERENCES engine.runs(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT research_calls_kind_check CHECK ((kind = ANY (ARRAY['search'::text, 'page'::text])))
);
ALTER TABLE engine.research_calls ENABLE ROW LEVEL SECURITY;
ALTER TABLE engine.research_calls FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON engine.research_calls TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON engine.research_calls TO ecp_tenant;

CREATE TABLE engine.routing_decisions (
  tenant_id text NOT NULL,
  run_id text NOT NULL,
  engagement_id text NOT NULL,
  task_id text NOT NULL,
  agent_slug text NOT NULL,
  task_kind text NOT NULL,
  model text NOT NULL,
  reason text NOT NULL,
  candidates json NOT NULL,
  observer_score double precision,
  cost_nano_usd bigint,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  explored boolean NOT NULL DEFAULT false,
  evaluator_score double precision,
  review text,
  CONSTRAINT routing_decisions_pkey PRIMARY KEY (tenant_id, run_id, task_id),
  CONSTRAINT routing_decisions_tenant_id_run_id_fkey FOREIGN KEY (tenant_id, run_id) REFERENCES engine.runs(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT routing_decisions_review_check CHECK ((review = ANY (ARRAY['approved'::text, 'revision_requested'::text, 'rejected'::text])))
);
CREATE INDEX routing_decisions_history ON engine.routing_decisions USING btree (tenant_id, task_kind, created_at DESC) WHERE ((observer_score IS NOT NULL) OR (evaluator_score IS NOT NULL) OR (review IS NOT NULL));
CREATE INDEX routing_decisions_sent_back ON engine.routing_decisions USING btree (tenant_id, engagement_id, task_id) WHERE (review = ANY (ARRAY['revision_requested'::text, 'rejected'::text]));
ALTER TABLE engine.routing_decisions ENABLE ROW LEVEL SECURITY;
ALTER TABLE engine.routing_decisions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON engine.routing_decisions TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON engine.routing_decisions TO ecp_tenant;

CREATE TABLE engine.runs (
  id text NOT NULL,
  tenant_id text NOT NULL,
  engagement_id text NOT NULL,
  status text NOT NULL,
  error text,
  input json NOT NULL,
  tasks json,
  cost_nano_usd bigint NOT NULL DEFAULT 0,
  input_tokens bigint NOT NULL DEFAULT 0,
  output_tokens bigint NOT NULL DEFAULT 0,
  steps integer NOT NULL DEFAULT 0,
  last_event bigint NOT NULL DEFAULT 0,
  stop_requested_at timestamp with time zone,
  started_at timestamp with time zone NOT NULL DEFAULT now(),
  finished_at timestamp with time zone,
  kind text NOT NULL DEFAULT 'run'::text,
  failure_reason text,
  cached_input_tokens bigint NOT NULL DEFAULT 0,
  saved_nano_usd bigint NOT NULL DEFAULT 0,
  fence text NOT NULL DEFAULT replace((gen_random_uuid())::text, '-'::text, ''::text),
  generation integer NOT NULL DEFAULT 0,
  wakes_at timestamp with time zone,
  events_thinned boolean NOT NULL DEFAULT false,
  calls_thinned boolean NOT NULL DEFAULT false,
  judged json,
  CONSTRAINT runs_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT runs_failure_reason_check CHECK ((failure_reason = ANY (ARRAY['stopped'::text, 'budget_exhausted'::text, 'tasks_failed'::text, 'planning_failed'::text, 'task_missing'::text, 'start_failed'::text, 'engine_lost'::text, 'internal_error'::text]))),
  CONSTRAINT runs_kind_check CHECK ((kind = ANY (ARRAY['run'::text, 'plan'::text, 'judge'::text]))),
  CONSTRAINT runs_status_check CHECK ((status = ANY (ARRAY['running'::text, 'paused'::text, 'completed'::text, 'failed'::text])))
);
CREATE INDEX runs_active ON engine.runs USING btree (status) WHERE (status = ANY (ARRAY['running'::text, 'paused'::text]));
CREATE INDEX runs_calls_kept ON engine.runs USING btree (finished_at, id) WHERE ((finished_at IS NOT NULL) AND (NOT calls_thinned));
CREATE INDEX runs_engagement ON engine.runs USING btree (tenant_id, engagement_id);
CREATE INDEX runs_events_kept ON engine.runs USING btree (finished_at, id) WHERE ((finished_at IS NOT NULL) AND (NOT events_thinned));
CREATE INDEX runs_waiting ON engine.runs USING btree (wakes_at) WHERE (wakes_at IS NOT NULL);
ALTER TABLE engine.runs ENABLE ROW LEVEL SECURITY;
ALTER TABLE engine.runs FORCE ROW LEVEL SECURITY;
CREATE POLICY system_rows ON engine.runs TO ecp_system USING (true) WITH CHECK (true);
CREATE POLICY tenant_rows ON engine.runs TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT SELECT ON engine.runs TO ecp_system;
GRANT DELETE, INSERT, SELECT, UPDATE ON engine.runs TO ecp_tenant;

CREATE TABLE engine.table_queries (
  tenant_id text NOT NULL,
  run_id text NOT NULL,
  id text NOT NULL,
  task_id text,
  agent_slug text NOT NULL,
  title text,
  sql text NOT NULL,
  outcome json NOT NULL,
  row_count integer,
  truncated boolean,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT table_queries_pkey PRIMARY KEY (tenant_id, run_id, id),
  CONSTRAINT table_queries_tenant_id_run_id_fkey FOREIGN KEY (tenant_id, run_id) REFERENCES engine.runs(tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT table_queries_counted CHECK (((row_count IS NULL) = (truncated IS NULL)))
);
ALTER TABLE engine.table_queries ENABLE ROW LEVEL SECURITY;
ALTER TABLE engine.table_queries FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_rows ON engine.table_queries TO ecp_tenant USING ((tenant_id = platform.current_tenant_id())) WITH CHECK ((tenant_id = platform.current_tenant_id()));
GRANT DELETE, INSERT, SELECT, UPDATE ON engine.table_queries TO ecp_tenant;

CREATE OR REPLACE PROCEDURE platform.add_search_text(IN change platform.search_changes, IN title text, IN body text)
 LANGUAGE plpgsql
AS $procedure$
declare
  width constant integer := case when body ~ ('[' || platform.unspaced_letters() || ']') then 60000 else 100000 end;
begin
  insert into platform.search_texts (tenant_id, engagement_id, kind, source_id, part, title, body, words)
  select change.tenant_id, change.engagement_id, change.kind, change.source_id, change.part, title,
    case change.kind when 'page' then piece end,
    ' ' || platform.text_words(left(title, 1000)) || e'\n ' || platform.text_words(piece)
  from (
    select substr(body, 1 + place * width, width) as piece from generate_series(0, greatest(length(body) - 1, 0) / width) place
  ) pieces;
end
$procedure$;

CREATE OR REPLACE PROCEDURE platform.allow_system(IN target regclass, IN rights text)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('create policy system_rows on %s to ecp_system using (true) with check (true)', target);
  execute format('grant %s on %s to ecp_system', rights, target);
end
$procedure$;

CREATE OR REPLACE FUNCTION platform.asked_words(asked text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
BEGIN ATOMIC
 WITH words AS (
          SELECT word.word
            FROM platform.distinct_words(platform.text_words(asked_words.asked)) word(word)
         )
  SELECT COALESCE(array_agg(words.word ORDER BY words.word), '{}'::text[]) AS "coalesce"
    FROM words
   WHERE ((words.word !~ (('^['::text || platform.unspaced_letters()) || ']$'::text)) OR (NOT (EXISTS ( SELECT
            FROM words pair
           WHERE ((length(pair.word) = 2) AND ("right"(pair.word, 1) = words.word) AND (pair.word ~ (('^['::text || platform.unspaced_letters()) || ']'::text)))))));
END;

CREATE OR REPLACE FUNCTION platform.audit_committed(entry platform.audit_log, place bigint, names json)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (json_build_object('position', place, 'id', (entry).id, 'createdAt', to_char(((entry).created_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'::text), 'action', (entry).action, 'resourceType', (entry).resource_type, 'resourceId', CASE WHEN (((entry).resource_type = 'user'::text) OR ((entry).resource_id = (entry).tenant_id)) THEN NULL::text ELSE (entry).resource_id END, 'names', names))::text;

CREATE OR REPLACE FUNCTION platform.audit_names(entry platform.audit_log, salt text)
 RETURNS json
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN json_build_object('tenantId', platform.hash_name(salt, 'tenantId'::text, to_json((entry).tenant_id)), 'userId', platform.hash_name(salt, 'userId'::text, to_json((entry).user_id)), 'resourceId', platform.hash_name(salt, 'resourceId'::text, CASE WHEN (((entry).resource_type = 'user'::text) OR ((entry).resource_id = (entry).tenant_id)) THEN to_json((entry).resource_id) ELSE NULL::json END), 'metadata', platform.hash_name(salt, 'metadata'::text, (entry).metadata), 'ipAddress', platform.hash_name(salt, 'ipAddress'::text, to_json((entry).ip_address)));

CREATE OR REPLACE FUNCTION platform.chain_audit_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  salt constant text := gen_random_uuid()::text;
  -- Made before the head is locked, so that other changes of the tenant wait less.
  names constant json := platform.audit_names(new, salt);
  chain platform.audit_heads;
  committed text;
begin
  loop
    select * into chain from platform.audit_heads where tenant_id = new.tenant_id for no key update;
    exit when found;
    insert into platform.audit_heads (tenant_id) values (new.tenant_id) on conflict (tenant_id) do nothing;
  end loop;
  chain.entries := chain.entries + 1;
  committed := platform.audit_committed(new, chain.entries, names);
  chain.head := platform.hash_text(chain.head || E'\n' || committed);
  insert into platform.audit_links (entry_id, tenant_id, chain_id, position, salt, committed, hash)
    values (new.id, new.tenant_id, chain.id, chain.entries, salt, committed, chain.head);
  update platform.audit_heads set entries = chain.entries, head = chain.head where id = chain.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION platform.confirm_lease(id text)
 RETURNS void
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock_shared(7305204, hashtext(id));
  if not exists (select from platform.executor_leases where executor_id = id) then
    raise exception 'Another process has taken over the work of %', id using errcode = 'EL002';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION platform.count_engagement(for_tenant text, limits_by_plan jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  this_month date := date_trunc('month', now() at time zone 'UTC');
  allowed integer := (select (limits_by_plan ->> plan)::integer from platform.tenants where id = for_tenant);
begin
  insert into platform.monthly_usage as usage (tenant_id, month, engagements_created) values (for_tenant, this_month, 1)
  on conflict (tenant_id, month) do update set engagements_created = usage.engagements_created + 1
    where allowed is null or usage.engagements_created < allowed;
  if not found then
    raise exception 'Monthly engagement limit reached' using errcode = 'EL001', detail = (
      select engagements_created || '/' || allowed from platform.monthly_usage
      where tenant_id = for_tenant and month = this_month);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION platform.count_engagements(for_tenant text)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  known bigint := (select engagements from platform.list_versions where tenant_id = for_tenant);
begin
  if known is null then
    insert into platform.list_versions as list (tenant_id) values (for_tenant)
      on conflict (tenant_id) do update set version = list.version;
    update platform.list_versions
      set engagements = (select count(*) from platform.engagements where tenant_id = for_tenant)
      where tenant_id = for_tenant returning engagements into known;
  end if;
  return known;
end
$function$;

CREATE OR REPLACE FUNCTION platform.count_inserted_engagements()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into platform.list_versions as list (tenant_id) select distinct tenant_id from changed
    on conflict (tenant_id) do update set version = list.version + 1,
      engagements = list.engagements + (select count(*) from changed where changed.tenant_id = list.tenant_id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION platform.current_tenant_id()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN NULLIF(current_setting('app.tenant_id'::text, true), ''::text);

CREATE OR REPLACE FUNCTION platform.distinct_words(words text)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT ROWS 300
BEGIN ATOMIC
 SELECT DISTINCT "left"(word.word, 100) AS "left"
    FROM string_to_table(distinct_words.words, ' '::text) word(word)
   WHERE (word.word <> ''::text);
END;

CREATE OR REPLACE FUNCTION platform.document_title(content text, filename text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE("left"(NULLIF(TRIM(BOTH FROM translate((regexp_match(content, '^ {0,3}#{1,6}[ \t]+([^\n]*?)[ \t#]*$'::text, 'n'::text))[1], '*`'::text, ''::text)), ''::text), 300), filename);

CREATE OR REPLACE FUNCTION platform.executor_lives(id text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT ((EXISTS ( SELECT
            FROM platform.executor_leases
           WHERE (executor_leases.executor_id = executor_lives.id))) OR (EXISTS ( SELECT
            FROM pg_locks
           WHERE ((pg_locks.locktype = 'advisory'::text) AND (pg_locks.objsubid = 2) AND pg_locks.granted AND (pg_locks.database = ( SELECT pg_database.oid
                    FROM pg_database
                   WHERE (pg_database.datname = current_database()))) AND ((pg_locks.classid)::bigint =
                 CASE split_part(executor_lives.id, '-'::text, 1)
                     WHEN 'engine'::text THEN 7305201
                     WHEN 'platform'::text THEN 7305202
                     ELSE NULL::integer
                 END) AND ((pg_locks.objid)::text = split_part(executor_lives.id, '-'::text, 2))))));
END;

CREATE OR REPLACE FUNCTION platform.find_engagements(asked text, most integer)
 RETURNS text[]
 LANGUAGE sql
 STABLE STRICT
BEGIN ATOMIC
 SELECT
         CASE
             WHEN ((found.titles IS NOT NULL) AND (cardinality(found.changed) <= find_engagements.most)) THEN (found.titles || found.changed)
             ELSE NULL::text[]
         END AS "case"
    FROM ( SELECT platform.find_titles(find_engagements.asked, find_engagements.most) AS titles,
             ARRAY( SELECT c.engagement_id
                    FROM platform.search_changes c
                   WHERE (c.tenant_id = platform.current_tenant_id())
                  LIMIT (find_engagements.most + 1)) AS changed) found;
END;

CREATE OR REPLACE FUNCTION platform.find_texts(asked text, parts boolean, only_kind text, only_engagement text, most integer)
 RETURNS TABLE(id bigint, rank real)
 LANGUAGE plpgsql
 STABLE STRICT SECURITY DEFINER ROWS 50
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET work_mem TO '16MB'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  tenant constant text := platform.current_tenant_id();
  asked_words constant text[] := platform.asked_words(asked);
  newest constant bigint := (select max(t.id) from platform.search_texts t where t.tenant_id = tenant);
  mark constant text := platform.tenant_mark(tenant);
  narrowing constant text := concat_ws(' & ',
    quote_literal(mark || '=k' || nullif(only_kind, '')), quote_literal(mark || '=e' || nullif(only_engagement, '')));
  among constant text := '(' || quote_literal(platform.stretch_key(tenant, newest)) || ' | '
    || quote_literal(platform.stretch_key(tenant, newest - 1024)) || ')';
  common text[] := '{}';
  common_in_titles text[] := '{}';
  compared text[];
  looked_up text[];
  is_title boolean;
  query text;
  matches bigint[];
  candidates bigint[] := '{}';
begin
  if newest is null or asked_words = '{}' then return; end if;
  if exists (select from platform.search_texts t where t.tenant_id = tenant offset 10000) then
    -- The words with which 3 of the newest 100 texts or titles have one that begins.
    select coalesce(array_agg(word) filter (where texts >= 3), '{}'), coalesce(array_agg(word) filter (where titles >= 3), '{}')
    into common, common_in_titles
    from (
      select word, count(*) filter (where strpos(sample.words, ' ' || word) > 0) as texts,
        count(*) filter (where strpos(split_part(sample.words, e'\n', 1), ' ' || word) > 0) as titles
      from unnest(asked_words) word
      cross join (
        select left(t.words, 20000) as words from platform.search_texts t
        where t.tenant_id = tenant order by t.id desc limit 100
      ) sample
      group by word
    ) counted;
  end if;
  for step in 1 .. 3 loop
    is_title := step = 1;
    compared := case when not parts then '{}' when is_title then common_in_titles else common end;
    looked_up := array(select unnest(asked_words) except select unnest(compared));
    exit when step = 3 and looked_up = '{}' and only_engagement = '';
    query := concat_ws(' & ',
      '(' || platform.search_query(tenant, looked_up, parts, case when is_title then '^' else '' end)::text || ')',
      case when step = 2 or is_title and common_in_titles @> asked_words then among end, nullif(narrowing, ''));
    matches := array(
      select t.id from (
        select h.id from (
          -- Nothing else may choose the rows: another index would make the keys of all its rows anew.
          select t.tenant_id, t.id from platform.search_texts t
          where platform.search_keys(t.tenant_id, t.id, t.engagement_id, t.kind, t.words) @@ query::tsquery
          limit 10000 offset 0
        ) h
        where h.tenant_id = tenant order by h.id desc limit case when compared = '{}' then 100 else 2000 end
      ) hits
      join platform.search_texts t on t.tenant_id = tenant and t.id = hits.id
      where not exists (
        select from unnest(compared) word
        where strpos(case when is_title then split_part(t.words, e'\n', 1) else t.words end, ' ' || word) = 0)
      order by t.id desc limit 100);
    candidates := candidates || matches;
    exit when step = 2 and cardinality(matches) = 100;
  end loop;
  return query
  with ranked as (
    select t.id, t.source_id, (sum(
        ln(1 + (octet_length(t.words) - octet_length(replace(t.words, sought, ''))) / octet_length(sought))
        + case when strpos(split_part(t.words, e'\n', 1), sought) > 0 then 3 else 0 end
      ) / ln(20 + octet_length(t.words)))::real as rank
    from platform.search_texts t
    cross join lateral (select case when parts then word else ' ' || word end as sought from unnest(asked_words) word) words_of
    where t.tenant_id = tenant and t.id = any(candidates) group by t.tenant_id, t.id
  ), best as (
    select distinct on (r.source_id) r.id, r.rank from ranked r order by r.source_id, r.rank desc, r.id
  )
  select b.id, b.rank from best b order by b.rank desc, b.id desc limit most;
end
$function$;

CREATE OR REPLACE FUNCTION platform.find_titles(asked text, most integer)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '64MB'
AS $function$
declare
  tenant constant text := platform.current_tenant_id();
  -- Behind each word but the last, the text has a separator, so the word is a whole ending. A letter begins too many.
  query constant tsquery := (
    select string_agg(
      quote_literal(platform.tenant_mark(tenant) || word) || case when place = last then ':*' else '' end, ' & ')::tsquery
    from (
      select word, place, max(place) over () as last
      from string_to_table(platform.text_words(asked), ' ') with ordinality words (word, place) where word <> ''
    ) words
    where place < last or octet_length(word) > 1);
  found_ids text[];
begin
  if query is null then return null; end if;
  found_ids := array(
    -- Nothing else may choose the rows, as in platform.find_texts.
    select h.source_id from (
      select t.tenant_id, t.source_id from platform.search_texts t
      where t.kind = 'engagement' and platform.title_keys(t.tenant_id, t.words) @@ query
      limit most + 1 offset 0
    ) h
    where h.tenant_id = tenant);
  return case when cardinality(found_ids) <= most then found_ids end;
end
$function$;

CREATE OR REPLACE FUNCTION platform.fold_digits(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN (given ~ '[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f\u0e50-\u0e59\u0ed0-\u0ed9\u0f20-\u0f29\u1040-\u1049\u17e0-\u17e9\u1810-\u1819]'::text) THEN translate(given, '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯๐๑๒๓๔๕๖๗๘๙໐໑໒໓໔໕໖໗໘໙༠༡༢༣༤༥༦༧༨༩၀၁၂၃၄၅၆၇၈၉០១២៣៤៥៦៧៨៩᠐᠑᠒᠓᠔᠕᠖᠗᠘᠙'::text, repeat('0123456789'::text, 17)) ELSE given END;

CREATE OR REPLACE FUNCTION platform.fold_text(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN (octet_length(given) = length(given)) THEN lower(given) ELSE replace(replace(replace(replace(platform.fold_digits(translate(lower(NORMALIZE(regexp_replace(NORMALIZE(given, NFKD), (('[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670'::text || '\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e'::text) || '\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff]'::text), ''::text, 'g'::text), NFC)), 'ıςىةیکłøđħŧ'::text, 'iσيهيكlodht'::text)), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text) END;

CREATE OR REPLACE FUNCTION platform.follows_run(run_id text)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (EXISTS (SELECT FROM platform.runs WHERE ((runs.tenant_id = platform.current_tenant_id()) AND (runs.id = follows_run.run_id) AND (runs.status = ANY (ARRAY['running'::text, 'paused'::text])))));

CREATE OR REPLACE FUNCTION platform.forget_comment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from platform.search_texts t where t.tenant_id = old.tenant_id and t.kind = 'comment' and t.source_id = old.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION platform.forget_passages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from platform.search_texts t
  using (select distinct tenant_id, attachment_id from removed) gone
  where t.tenant_id = gone.tenant_id and t.kind = 'source' and t.source_id = gone.attachment_id and t.part > 0;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION platform.hash_name(salt text, field text, name json)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN platform.hash_text(((((salt || '
'::text) || field) || '
'::text) || COALESCE((name)::text, 'null'::text)));

CREATE OR REPLACE FUNCTION platform.hash_text(content text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN encode(sha256(convert_to(content, 'UTF8'::name)), 'hex'::text);

CREATE OR REPLACE PROCEDURE platform.index_change(IN change platform.search_changes)
 LANGUAGE plpgsql
AS $procedure$
declare
  indexed record;
  told record;
begin
  delete from platform.search_texts t
  where t.tenant_id = change.tenant_id and t.kind = change.kind and t.source_id = change.source_id and t.part = change.part;
  case change.kind
  when 'engagement' then
    select name || ' · ' || client as title, brief as body into told
    from platform.engagements where tenant_id = change.tenant_id and id = change.source_id;
  when 'deliverable' then
    select d.filename, d.version into indexed
    from platform.deliverables d where d.tenant_id = change.tenant_id and d.id = change.source_id;
    delete from platform.search_texts t
    where t.tenant_id = change.tenant_id and t.kind = 'deliverable' and t.source_id = any(array(
      select older.id from platform.deliverables older
      where older.tenant_id = change.tenant_id and older.engagement_id = change.engagement_id
        and older.filename = indexed.filename and older.version < indexed.version));
    select platform.document_title(d.content, d.filename) as title, d.filename || ' ' || d.content as body into told
    from platform.deliverables d
    where d.tenant_id = change.tenant_id and d.id = change.source_id and not exists (
      select from platform.deliverables newer where newer.tenant_id = change.tenant_id
        and newer.engagement_id = change.engagement_id and newer.filename = indexed.filename
        and newer.version > indexed.version);
  when 'source' then
    select a.filename as title, case change.part when 0 then coalesce(a.summary, '') else passages.body end as body into told
    from platform.attachments a
    cross join lateral (
      select string_agg(c.content, ' ' order by c.ordinal) as body from platform.context_chunks c
      where change.part > 0 and c.tenant_id = a.tenant_id and c.attachment_id = a.id
        and c.ordinal between (change.part - 1) * 50 and change.part * 50 - 1
    ) passages
    where a.tenant_id = change.tenant_id and a.id = change.source_id and (change.part = 0 or passages.body is not null);
  when 'comment' then
    -- The lock waits for a deletion, which then finds the row.
    select c.author_name as title, concat_ws(' ', c.body, (
      select string_agg(r.author_name || ' ' || r.body, ' ' order by r.created_at, r.id) from platform.comment_replies r
      where r.tenant_id = c.tenant_id and r.comment_id = c.id)) as body into told
    from platform.comments c where c.tenant_id = change.tenant_id and c.id = change.source_id for key share;
  when 'page' then
    select p.title, coalesce(change.body, concat_ws(' ', p.author, p.url)) as body into told
    from platform.pages p where p.tenant_id = change.tenant_id and p.id = change.source_id;
  end case;
  if found then call platform.add_search_text(change, told.title, told.body); end if;
end
$procedure$;

CREATE OR REPLACE FUNCTION platform.index_changes(most integer)
 RETURNS TABLE(done integer, failures text[])
 LANGUAGE plpgsql
AS $function$
declare
  tenant constant text := platform.current_tenant_id();
  change platform.search_changes;
begin
  done := 0;
  failures := '{}';
  if pg_try_advisory_xact_lock(hashtextextended('search ' || tenant, 0)) then
    for change in
      select c.* from platform.search_changes c
      join platform.engagements e on e.tenant_id = c.tenant_id and e.id = c.engagement_id
      where c.tenant_id = tenant and c.due_at <= now() order by c.id limit most
      for key share of e skip locked
    loop
      if change.kind = 'source' then
        perform from platform.attachments a
        where a.tenant_id = tenant and a.id = change.source_id for key share skip locked;
        continue when not found and exists (
          select from platform.attachments a where a.tenant_id = tenant and a.id = change.source_id);
      end if;
      begin
        call platform.index_change(change);
        delete from platform.search_changes c where c.tenant_id = tenant and c.id = change.id;
      exception when others then
        failures := failures || (change.kind || ' ' || change.source_id || ': ' || sqlerrm);
        update platform.search_changes c
        set failures = c.failures + 1, due_at = now() + least(power(2, c.failures), 3600) * interval '1 second'
        where c.tenant_id = tenant and c.id = change.id;
      end;
      done := done + 1;
    end loop;
  end if;
  return next;
end
$function$;

CREATE OR REPLACE FUNCTION platform.measure_records(tenant text)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  -- Stands for the fixed columns, the row header and index entries.
  row_bytes constant integer := 100;
  counted record;
  part bigint;
  total bigint := 0;
begin
  for counted in
    select c.oid::regclass as table_name, string_agg(format('coalesce(sum(pg_column_size(%I)), 0)', a.attname), ' + ') as sizes
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attlen = -1
    where c.relnamespace = 'platform'::regnamespace and c.relkind = 'r'
      and c.relname not in ('audit_heads', 'audit_links', 'audit_log', 'deletion_requests')
      and exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id')
    group by c.oid
  loop
    execute format('select %s + %s * count(*) from %s where tenant_id = $1', counted.sizes, row_bytes, counted.table_name)
      into part using tenant;
    total := total + part;
  end loop;
  return total;
end
$function$;

CREATE OR REPLACE PROCEDURE platform.note_change(IN tenant text, IN engagement text, IN text_kind text, IN source text, IN part integer DEFAULT 0)
 LANGUAGE sql
AS $procedure$
  insert into platform.search_changes (tenant_id, engagement_id, kind, source_id, part)
  values (tenant, engagement, text_kind, source, part)
$procedure$;

CREATE OR REPLACE FUNCTION platform.pair_letters(run text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
BEGIN ATOMIC
 SELECT string_agg((pairs.letter || COALESCE(pairs.next, ''::text)), ' '::text ORDER BY pairs.place) AS string_agg
    FROM ( SELECT letters.letter,
             letters.place,
             lead(letters.letter) OVER (ORDER BY letters.place) AS next
            FROM unnest(string_to_array(pair_letters.run, NULL::text)) WITH ORDINALITY letters(letter, place)) pairs;
END;

CREATE OR REPLACE FUNCTION platform.raise_list_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into platform.list_versions (tenant_id) select distinct tenant_id from changed
    on conflict (tenant_id) do update set version = list_versions.version + 1;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION platform.raise_list_version_after_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update platform.list_versions as list set version = list.version + 1, engagements = list.engagements - gone.engagements
    from (select tenant_id, count(*) as engagements from changed group by tenant_id) gone
    where gone.tenant_id = list.tenant_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION platform.raise_list_version_of_name()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update platform.list_versions set version = version + 1 where tenant_id = new.tenant_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION platform.require_lease(id text)
 RETURNS void
 LANGUAGE plpgsql
 STRICT SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock_shared(7305204, hashtext(id));
  if not exists (select from platform.executor_leases where executor_id = id) then
    raise exception 'Another process has taken over the work of %', id using errcode = 'EL001';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION platform.search_attachment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from platform.search_texts t
  where t.tenant_id = new.tenant_id and t.kind = 'source' and t.source_id = new.id and t.part = 0;
  call platform.note_change(new.tenant_id, new.engagement_id, 'source', new.id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION platform.search_comment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  call platform.note_change(new.tenant_id, new.engagement_id, 'comment', new.id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION platform.search_deliverable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if starts_with(new.filename, '_') then return null; end if;
  delete from platform.search_texts t
  where t.tenant_id = new.tenant_id and t.kind = 'deliverable' and t.source_id = any(array(
    select older.id from platform.deliverables older where older.tenant_id = new.tenant_id
      and older.engagement_id = new.engagement_id and older.filename = new.filename and older.version < new.version));
  call platform.note_change(new.tenant_id, new.engagement_id, 'deliverable', new.id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION platform.search_engagement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  call platform.note_change(new.tenant_id, new.id, 'engagement', new.id);
  delete from platform.search_texts t where t.tenant_id = new.tenant_id and t.kind = 'engagement' and t.source_id = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION platform.search_keys(tenant text, id bigint, engagement text, kind text, words text)
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  mark constant text := platform.tenant_mark(tenant);
  different constant text[] := array(select platform.distinct_words(replace(words, e'\n', ' ')));
begin
  return array_to_tsvector(
    array(select mark || word from unnest(different) word)
    || array(select mark || '^' || word from platform.distinct_words(split_part(words, e'\n', 1)) word)
    || array(
      select mark || '~' || substr(word, first) from unnest(different) word
      cross join lateral generate_series(3, length(word) - 3) first
      where length(word) between 10 and 30 and word !~ '[0-9]' limit 8000)
    || array[mark || '=k' || kind, mark || '=e' || engagement, platform.stretch_key(tenant, id)]);
end
$function$;

CREATE OR REPLACE FUNCTION platform.search_page()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  call platform.note_change(new.tenant_id, new.engagement_id, 'page', new.id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION platform.search_passages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into platform.search_changes (tenant_id, engagement_id, kind, source_id, part)
  select distinct c.tenant_id, c.engagement_id, 'source', c.attachment_id, 1 + c.ordinal / 50
  from changed c join platform.attachments a on a.tenant_id = c.tenant_id and a.id = c.attachment_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION platform.search_query(tenant text, asked text[], parts boolean, sign text)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
BEGIN ATOMIC
 SELECT (string_agg(
         CASE
             WHEN (word.word ~ (('^['::text || platform.unspaced_letters()) || ']$'::text)) THEN (keys.key || ':*'::text)
             WHEN ((NOT search_query.parts) OR (length(word.word) < 3) OR (word.word ~ (('^['::text || platform.unspaced_letters()) || ']'::text))) THEN keys.key
             WHEN ((length(word.word) < 4) OR (search_query.sign <> ''::text)) THEN (keys.key || ':*'::text)
             ELSE (((('('::text || keys.key) || ':* | '::text) || quote_literal(((platform.tenant_mark(search_query.tenant) || '~'::text) || word.word))) || ':*)'::text)
         END, ' & '::text))::tsquery AS string_agg
    FROM (unnest(search_query.asked) word(word)
      CROSS JOIN LATERAL ( SELECT quote_literal(((platform.tenant_mark(search_query.tenant) || search_query.sign) || word.word)) AS key) keys);
END;

CREATE OR REPLACE FUNCTION platform.search_reply()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into platform.search_changes (tenant_id, engagement_id, kind, source_id)
  select c.tenant_id, c.engagement_id, 'comment', c.id from platform.comments c
  where c.tenant_id = new.tenant_id and c.id = new.comment_id;
  return null;
end
$function$;

CREATE OR REPLACE PROCEDURE platform.secure_tenant_table(IN target regclass, IN tenant_column text DEFAULT 'tenant_id'::text)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant_rows on %s to ecp_tenant using (%I = platform.current_tenant_id()) with check (%I = platform.current_tenant_id())',
    target, tenant_column, tenant_column);
  execute format('grant select, insert, update, delete on %s to ecp_tenant', target);
end
$procedure$;

CREATE OR REPLACE FUNCTION platform.stretch_key(tenant text, id bigint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ((platform.tenant_mark(tenant) || '=s'::text) || (id / 1024));

CREATE OR REPLACE FUNCTION platform.tenant_mark(tenant text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN "left"(encode(sha256(convert_to(tenant, 'UTF8'::name)), 'hex'::text), 6);

CREATE OR REPLACE FUNCTION platform.text_words(given text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  unspaced constant text := platform.unspaced_letters();
  folded constant text := regexp_replace(regexp_replace(platform.fold_text(given),
    '([a-z0-9]{1,20})\+\+', '\1 \1plusplus ', 'g'), '([a-z0-9]{1,20})#(?![a-z0-9])', '\1 \1sharp ', 'g');
  spaced text := regexp_replace(folded,
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7'
    || '\u05be\u060c\u061b\u061f\u066a-\u066d\u0964\u0965\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u2e00-\u2e7f'
    || '\u3000-\u3004\u3008-\u3020\u3030\u30fb\ufe30-\ufe4f\ufffd\U0001f000-\U0001faff]+', ' ', 'g');
begin
  if spaced ~ ('[' || unspaced || ']') then
    select string_agg(case when piece[1] is null then piece[2] else platform.pair_letters(piece[1]) end, ' ' order by place)
    into spaced
    from regexp_matches(spaced, '([' || unspaced || ']+)|([^' || unspaced || ']+)', 'g') with ordinality as pieces (piece, place);
  end if;
  return spaced;
end
$function$;

CREATE OR REPLACE FUNCTION platform.title_keys(tenant text, words text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
BEGIN ATOMIC
 SELECT array_to_tsvector(COALESCE(array_agg(DISTINCT (platform.tenant_mark(title_keys.tenant) || substr(word.word, first.first))), '{}'::text[])) AS array_to_tsvector
    FROM (string_to_table(split_part(title_keys.words, '
'::text, 1), ' '::text) word(word)
      CROSS JOIN LATERAL generate_series(1, length(word.word)) first(first));
END;

CREATE OR REPLACE FUNCTION platform.unspaced_letters()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ('\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3021-\u302f\u3031-\u30fa\u30fc-\u31ff\u3400-\u9fff'::text || '\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff'::text);

CREATE OR REPLACE FUNCTION engine.has_run(run_id text)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (EXISTS (SELECT FROM engine.runs WHERE ((runs.tenant_id = platform.current_tenant_id()) AND (runs.id = has_run.run_id))));
