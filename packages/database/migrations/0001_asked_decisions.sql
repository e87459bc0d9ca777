-- Whether a release asks its clients to decide about a document; null: the document says so itself, as the synthesis.
alter table platform.release_documents add column asks_decision boolean;
