-- A grid that is answered, or that the budget has stopped, is told to the person who asked for it.
alter table platform.notices drop constraint notices_kind_check;
alter table platform.notices add constraint notices_kind_check check (kind in ('run_completed', 'run_failed',
  'question_asked', 'update_proposed', 'grid_completed', 'owner_assigned', 'client_comment', 'client_answer',
  'client_decision'));
