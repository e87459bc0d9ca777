import type pg from 'pg';
import { type Chance, type Vocabulary, writeDocument } from './write-texts.ts';

/** The documents that are made, of some words each. The first tenant has nine tenths of them. */
export interface Plan {
  documents: number;
  tenants: number;
  engagementsOfTenant: number;
  wordsOfDocument: number;
}

/** Documents of one statement. */
const batch = 500;

/** Inserts the documents as versions of agents. Triggers note what the search has to read. */
export async function insertDocuments(
  client: pg.Client,
  { documents, tenants, engagementsOfTenant, wordsOfDocument }: Plan,
  { vocabulary, chance }: { vocabulary: Vocabulary; chance: Chance },
): Promise<void> {
  await client.query(
    `insert into platform.tenants (id, name, slug) select 't' || n, 't' || n, 't' || n from generate_series(0, $1 - 1) n`,
    [tenants],
  );
  await client.query(
    `insert into platform.engagements (id, tenant_id, name, client, slug, brief, budget_nano_usd)
      select t.id || 'e' || n, t.id, 'Engagement ' || n, 'Client', 'e', 'Brief', 1
      from platform.tenants t, generate_series(0, $1 - 1) n`,
    [engagementsOfTenant],
  );
  await client.query(
    `insert into platform.runs (id, tenant_id, engagement_id, kind, status)
      select id, tenant_id, id, 'run', 'completed' from platform.engagements`,
  );
  for (let first = 0; first < documents; first += batch) {
    const numbers = Array.from({ length: Math.min(batch, documents - first) }, (_, index) => first + index);
    const tenantOf = (number: number) => (number % 10 < 9 ? 0 : 1 + (Math.floor(number / 10) % (tenants - 1)));
    await client.query(
      `insert into platform.deliverables (id, tenant_id, engagement_id, run_id, filename, content, version, word_count)
        select 'd' || n, tenant, engagement, engagement, 'document-' || n || '.md', content, 1, $4
        from unnest($1::integer[], $2::text[], $3::text[], $5::text[]) as u (n, tenant, engagement, content)`,
      [
        numbers,
        numbers.map((number) => `t${tenantOf(number)}`),
        numbers.map((number) => `t${tenantOf(number)}e${Math.floor(number / 20) % engagementsOfTenant}`),
        wordsOfDocument,
        numbers.map((number) =>
          writeDocument(vocabulary, { length: wordsOfDocument, chinese: number % 10 === 3, chance }),
        ),
      ],
    );
    if (first % 10_000 === 0) console.error(`${first} documents`);
  }
}
