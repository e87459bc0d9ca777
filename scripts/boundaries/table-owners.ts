interface Table {
  /** The feature whose files read and write the table. */
  owner: string;
  /**
   * Features that use the table in one statement with their own, because a second query would be
   * unsafe or slow.
   */
  guests?: readonly string[];
}

/** Owner and guests of each table. Other features call the owner's verbs. */
export const tables: Record<string, Table> = {
  // One statement over the tenant, its subscription and the session or key finds the caller.
  'platform.tenants': {
    owner: 'tenants',
    guests: [
      'api-keys',
      'auth',
      'billing',
      'credentials',
      'notices',
      'policies',
      'portal',
      'questions',
      'queue',
      'second-factor',
      'sessions',
    ],
  },
  'platform.subscriptions': { owner: 'billing', guests: ['api-keys', 'auth', 'sessions'] },
  // The users are the team; the other features sign them in. Engagements are listed with their
  // owners.
  'platform.users': {
    owner: 'auth',
    guests: [
      'api-keys',
      'credentials',
      'economics',
      'engagements',
      'notices',
      'oauth',
      'portal',
      'questions',
      'recurring',
      'second-factor',
      'sessions',
      'scim',
      'sso',
      'team',
      'tenants',
      'walls',
    ],
  },
  'platform.walls': { owner: 'walls' },
  'platform.wall_exclusions': { owner: 'walls' },
  'platform.wall_engagements': { owner: 'walls' },
  'platform.wall_insiders': { owner: 'walls' },
  'platform.resting_memberships': { owner: 'walls' },
  'platform.scim_tokens': { owner: 'scim' },
  'platform.scim_people': { owner: 'scim' },
  // A sign-in asks whether the directory speaks for the groups of a person.
  'platform.scim_groups': { owner: 'scim' },
  'platform.scim_group_members': { owner: 'scim', guests: ['sso'] },
  'platform.sso_connections': { owner: 'sso' },
  'platform.sso_domains': { owner: 'sso' },
  'platform.sso_sign_ins': { owner: 'sso' },
  // The person of a device is that of the session that has begun in it.
  'platform.sessions': { owner: 'sessions', guests: ['auth', 'credentials', 'tenants'] },
  'platform.sign_in_devices': { owner: 'credentials' },
  // Every request of a session asks whether its user has a factor.
  'platform.totp_factors': { owner: 'second-factor', guests: ['sessions'] },
  'platform.passkeys': { owner: 'second-factor', guests: ['sessions'] },
  'platform.recovery_codes': { owner: 'second-factor' },
  'platform.passkey_challenges': { owner: 'second-factor' },
  'platform.email_tokens': { owner: 'credentials', guests: ['auth'] },
  'platform.audit_heads': { owner: 'audit' },
  'platform.audit_links': { owner: 'audit' },
  'platform.stranger_mails': { owner: 'mail' },
  'platform.audit_log': { owner: 'audit' },
  // A key is bound to an engagement under a different lock; library entries, cards and what waits
  // are listed with the engagement's name.
  'platform.engagements': {
    owner: 'engagements',
    guests: [
      'api-keys',
      'economics',
      'insights',
      'library',
      'notices',
      'questions',
      'queue',
      'search',
      'tasks',
      'walls',
      'whole-engagement',
    ],
  },
  'platform.list_versions': { owner: 'engagements' },
  'platform.monthly_usage': { owner: 'billing' },
  'platform.billing_events': { owner: 'billing' },
  'platform.deletion_requests': { owner: 'account' },
  // An assistant's key is made and listed with its grant.
  'platform.api_keys': { owner: 'api-keys', guests: ['auth', 'oauth'] },
  // Revoking a member's keys withdraws the consents that become keys.
  'platform.assistant_codes': { owner: 'oauth', guests: ['api-keys'] },
  'platform.assistant_grants': { owner: 'oauth' },
  // Postgres computes patterns over all engagements in statements that read everything that runs
  // produce. Who started the latest run is told of a client's word.
  // The call that is paid raises the cost of its run as people see it, in one transaction.
  'platform.runs': {
    owner: 'runs',
    guests: ['engine/call', 'economics', 'insights', 'notices', 'queue', 'run-records'],
  },
  'platform.plans': { owner: 'run-records', guests: ['economics', 'insights', 'runs'] },
  'platform.quality_scores': { owner: 'run-records', guests: ['insights', 'runs'] },
  'platform.unscored_tasks': { owner: 'run-records', guests: ['runs'] },
  // Uses of a card, and a question with the documents that rest on its assumption, are listed with
  // files and versions. Comments are placed in the texts of versions, and deliverables ask comments
  // for what a run answers. Notices name a document by its title.
  'platform.deliverables': {
    owner: 'documents',
    guests: [
      'comments',
      'economics',
      'evidence',
      'insights',
      'library',
      'notices',
      'questions',
      'queue',
      'search',
      'stored-files',
      'tables',
    ],
  },
  'platform.deliverable_assumptions': { owner: 'documents', guests: ['questions'] },
  'platform.deliverable_upstreams': { owner: 'documents' },
  'platform.deliverable_citations': { owner: 'evidence', guests: ['documents'] },
  'platform.deliverable_figures': { owner: 'evidence', guests: ['documents'] },
  'platform.noted_conflicts': { owner: 'evidence' },
  'platform.conflict_settlements': { owner: 'evidence' },
  'platform.judge_answers': { owner: 'documents' },
  'platform.drafts': { owner: 'documents' },
  'platform.storylines': { owner: 'decks' },
  // Its file counts as storage of the tenant.
  'platform.deck_templates': { owner: 'decks', guests: ['billing'] },
  'platform.dossier_keys': { owner: 'dossier' },
  'platform.reviews': { owner: 'documents', guests: ['economics'] },
  'platform.client_decisions': { owner: 'documents', guests: ['insights'] },
  'platform.templates': { owner: 'templates' },
  'platform.portal_tokens': { owner: 'portal' },
  'platform.portal_link_secrets': { owner: 'portal' },
  'platform.releases': { owner: 'portal' },
  // The text of a released version stays in its row.
  'platform.release_documents': { owner: 'portal', guests: ['documents', 'stored-files'] },
  'platform.release_links': { owner: 'portal' },
  // A version is stale once a question that it rests on is answered. The engine writes what agents
  // ask and people answer, in the transaction that lets the run wait or go on.
  'platform.questions': {
    owner: 'questions',
    guests: ['documents', 'economics', 'engine/kernel', 'engine/lifecycle', 'queue'],
  },
  // Whoever is switched off loses all mailed links in that transaction.
  'platform.answer_links': { owner: 'questions', guests: ['scim'] },
  'platform.comments': { owner: 'comments', guests: ['economics', 'queue', 'search'] },
  'platform.comment_replies': { owner: 'comments', guests: ['economics', 'queue', 'search'] },
  // One statement reads what is found with the text that it comes from.
  'platform.search_texts': { owner: 'search' },
  // Triggers write it. The text of a page is in no table, so the verb that archives it adds it.
  'platform.search_changes': { owner: 'search', guests: ['research'] },
  'platform.branding': { owner: 'branding' },
  'platform.library_entries': { owner: 'library', guests: ['runs'] },
  'platform.library_cards': { owner: 'library' },
  'platform.card_uses': { owner: 'library' },
  'platform.pattern_analyses': { owner: 'insights' },
  'platform.insights': { owner: 'insights' },
  'platform.improvement_proposals': { owner: 'insights' },
  // Tables are listed with the names of their files, and ordered for files that lack them. No page
  // has a file's name. A conflict of files that are gone is no more.
  'platform.attachments': {
    owner: 'sources',
    guests: [
      'billing',
      'documents',
      'evidence',
      'grids',
      'research',
      'search',
      'stored-files',
      'tables',
    ],
  },
  'platform.context_chunks': { owner: 'sources', guests: ['search'] },
  'platform.context_images': { owner: 'sources' },
  'platform.table_builds': { owner: 'tables' },
  // What a query has read is retained in the statement that deletes its file.
  'platform.data_tables': { owner: 'tables', guests: ['stored-files'] },
  'platform.retained_tables': { owner: 'stored-files' },
  // The report of a run says what its agents have asked.
  'platform.queries': { owner: 'tables', guests: ['notebook', 'stored-files', 'engine/reporting'] },
  // The storage that they take is part of the tenant's.
  'platform.pages': { owner: 'research', guests: ['billing', 'search'] },
  // The engine holds and settles the price of a search, in the transaction of the budget.
  'platform.searches': {
    owner: 'research',
    guests: ['engine/reporting', 'engine/routing', 'engine/tools'],
  },
  'platform.page_reads': { owner: 'research' },
  'platform.engagement_schedules': { owner: 'recurring' },
  'platform.engagement_updates': { owner: 'recurring' },
  'platform.update_sources': { owner: 'recurring' },
  // The firm's economics add up what everything of an engagement has cost, and hours are suggested
  // from what people did.
  'platform.economics': { owner: 'economics' },
  'platform.economics_hours': { owner: 'economics' },
  'platform.economics_costs': { owner: 'economics' },
  'platform.grids': { owner: 'grids', guests: ['economics'] },
  'platform.grid_columns': { owner: 'grids' },
  'platform.grid_files': { owner: 'grids' },
  'platform.grid_asks': { owner: 'grids', guests: ['economics'] },
  'platform.grid_cells': { owner: 'grids', guests: ['economics'] },
  'platform.executor_leases': { owner: 'durable-work' },
  'platform.works': { owner: 'durable-work' },
  'platform.web_hosts': { owner: 'research' },
  'platform.web_robots': { owner: 'research' },
  'platform.storage_usage': { owner: 'stored-files', guests: ['billing'] },
  'platform.storage_reservations': { owner: 'stored-files', guests: ['billing'] },
  'platform.idempotency_keys': { owner: 'http' },
  'platform.tenant_keys': { owner: 'keys' },
  'platform.notices': { owner: 'notices' },
  'platform.notice_recipients': { owner: 'notices' },
  'platform.notification_settings': { owner: 'notices' },
  'platform.notice_channels': { owner: 'notices' },
  'platform.model_keys': { owner: 'model-keys' },
  'platform.outbox_events': { owner: 'kernel' },
  // An event finds its endpoints, and writes its deliveries, in the transaction of its cause.
  'platform.notebook_entries': { owner: 'notebook', guests: ['tables'] },
  'platform.notebook_inputs': { owner: 'notebook' },
  'platform.facts': { owner: 'notebook' },
  'platform.answers': { owner: 'answers' },
  'platform.answer_approvals': { owner: 'answers' },
  'platform.run_messages': { owner: 'answers' },
  'platform.webhook_endpoints': { owner: 'webhooks', guests: ['kernel'] },
  'platform.webhook_secrets': { owner: 'webhooks' },
  'platform.webhook_deliveries': { owner: 'webhooks', guests: ['kernel'] },
  'platform.webhook_attempts': { owner: 'webhooks' },
  // One statement over the run, its budget and its events reserves or settles a call. Reports read
  // all of them.
  'engine.budgets': {
    owner: 'call',
    guests: ['context', 'lifecycle', 'reporting', 'routing', 'tools'],
  },
  'engine.tenant_days': { owner: 'call', guests: ['lifecycle', 'tools'] },
  'engine.runs': {
    owner: 'kernel',
    guests: ['call', 'lifecycle', 'planning', 'reporting', 'tools'],
  },
  'engine.model_calls': {
    owner: 'call',
    guests: ['consulting', 'lifecycle', 'pricing', 'reporting', 'routing'],
  },
  'engine.call_endings': { owner: 'call' },
  'engine.tool_results': { owner: 'tools', guests: ['lifecycle'] },
  'engine.model_failures': { owner: 'routing' },
  'engine.model_health': { owner: 'call' },
  'engine.provider_blocks': { owner: 'call' },
  'engine.provider_requests': { owner: 'call' },
  'engine.events': {
    owner: 'kernel',
    guests: ['call', 'calling', 'evidence', 'lifecycle', 'reporting', 'tools', 'workflow'],
  },
  'engine.workers': { owner: 'models' },
  'engine.model_tests': { owner: 'call' },
  'engine.delegations': { owner: 'consulting', guests: ['reporting'] },
  'engine.embeddings': { owner: 'context' },
  'engine.routing_decisions': { owner: 'routing', guests: ['pricing', 'reporting'] },
};
