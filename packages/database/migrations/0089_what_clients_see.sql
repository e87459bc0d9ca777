-- What a link permits and shows beside the documents (contract 17): the cited files whole, and the words of other clients.
alter table platform.portal_tokens add column sees_others boolean not null default false;
alter table platform.portal_tokens drop constraint portal_tokens_permissions_check;
alter table platform.portal_tokens add constraint portal_tokens_permissions_check
  check (permissions <@ '{read,comment,approve,answer,download,sources,files}' and cardinality(permissions) > 0);
