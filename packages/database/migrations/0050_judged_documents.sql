-- The newest tasks of a kind that anyone has judged. A document may lack the observer's score, because that call is optional.
drop index engine.routing_decisions_history;
create index routing_decisions_history on engine.routing_decisions (tenant_id, task_kind, created_at desc)
  where observer_score is not null or evaluator_score is not null or review is not null;
