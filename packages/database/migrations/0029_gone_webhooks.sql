-- The maker of a webhook endpoint is told when its receiver is gone and the endpoint is disabled.
alter table platform.notices drop constraint notices_kind_check;
alter table platform.notices add constraint notices_kind_check check (kind in ('run_completed', 'run_failed',
  'question_asked', 'update_proposed', 'grid_completed', 'owner_assigned', 'client_comment', 'client_answer',
  'client_decision', 'model_key_refused', 'approval_needed', 'webhook_gone'));
