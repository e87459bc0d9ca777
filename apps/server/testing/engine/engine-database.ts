import { createFreshDatabase, type FreshDatabase } from '@ecp/testing/postgres/fresh-database';

/**
 * Clones the template database for tests of the engine alone. Its runs and budgets belong to
 * engagements that the floor above would have stored, so each brings its own.
 */
export async function createEngineDatabase(): Promise<FreshDatabase> {
  const fresh = await createFreshDatabase();
  await fresh.asSuperuser(bringEngagements);
  return fresh;
}

/** The engine keeps tenants apart whose ids are equal, so ids are unique within a tenant here. */
const bringEngagements = `
  alter table platform.engagements drop constraint engagements_pkey;
  alter table platform.runs drop constraint runs_pkey;
  create function public.bring_engagement() returns trigger language plpgsql security definer as $$
  begin
    insert into platform.tenants (id, name, slug) values (new.tenant_id, 'Tests', new.tenant_id)
      on conflict do nothing;
    insert into platform.engagements (id, tenant_id, name, client, slug, brief, budget_nano_usd)
      values (new.engagement_id, new.tenant_id, 'Tests', 'Tests', 'tests', 'Tests', 1)
      on conflict do nothing;
    return new;
  end
  $$;
  create function public.bring_run() returns trigger language plpgsql security definer as $$
  begin
    insert into platform.runs (id, tenant_id, engagement_id, kind, status)
      values (new.id, new.tenant_id, new.engagement_id, 'run', 'completed') on conflict do nothing;
    return null;
  end
  $$;
  create trigger bring_engagement before insert on engine.runs
    for each row execute function public.bring_engagement();
  create trigger bring_engagement before insert on engine.budgets
    for each row execute function public.bring_engagement();
  create trigger bring_run after insert on engine.runs
    for each row when (new.kind = 'run') execute function public.bring_run();`;
