-- The executor that handles the request. Null in a claim of the release before, which lasts a minute after a crash.
alter table platform.idempotency_keys add column claimed_by text;
-- Names the request with an Idempotency-Key that started the run. Its repetition takes the place of a failed start.
alter table platform.runs add column request_key text;
