import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { Transaction } from '@ecp/database/database';
import { detectLanguage } from '@ecp/language/detect-language';
import type { Language } from '@ecp/language/language';
import { joinConflicts, toSettledConflict, type UnplacedConflict } from './conflict-rows.ts';
import { findGiving, readParts } from './count-conflicts.ts';

/** Most conflicts that a run is told. */
const maxConflicts = 200;

/**
 * Lists the conflicts that a run is told: those of sources, and what was settled of documents, also where these agree by
 * now.
 */
export async function listRunConflicts(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
): Promise<NonNullable<StartRunRequest['conflicts']>> {
  const parts = await readParts(tx, tenantId, engagementId);
  const conflicts = joinConflicts(parts);
  const names = new Set(conflicts.map(({ about }) => about));
  const ended = parts.settlements.filter(({ kind, about }) => kind === 'documents' && !names.has(about));
  const listed = [
    ...conflicts.filter(({ kind, status }) => kind === 'sources' || status === 'settled'),
    ...ended.map(toSettledConflict),
  ];
  return listed.slice(0, maxConflicts).map(({ id, kind, about, values, settlement }) => ({
    ...{ id, kind, about },
    values: values.map(({ value, text, filename, place }) => ({ value, text, filename, place })),
    settlement: settlement && { chosen: settlement.chosen, reason: settlement.reason, by: settlement.by },
  }));
}

/**
 * Lists for each document what people have settled since its latest version was written, of the conflicts whose values
 * it gives, as notes in the document's language. A rerun answers them like the notes of reviewers.
 */
export async function listSettlementNotes(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
  documents: readonly { filename: string; content: string; createdAt: Date }[],
): Promise<Map<string, string[]>> {
  const parts = await readParts(tx, tenantId, engagementId);
  const settled = joinConflicts(parts).filter(({ settlement }) => settlement !== null);
  const given = await findGiving(tx, tenantId, engagementId, { parts, conflicts: settled });
  const notes = documents.map(({ filename, content, createdAt }): [string, string[]] => {
    const since = settled.filter((conflict) => {
      return new Date(conflict.settlement?.at ?? 0) > createdAt && given(conflict, filename);
    });
    return [filename, since.length === 0 ? [] : writeNotes(since, detectLanguage(content))];
  });
  return new Map(notes);
}

const settledNote: Record<
  Language,
  { held(about: string, value: string, reason: string): string; none(about: string, reason: string): string }
> = {
  en: {
    held: (about, value, reason) => `Settled: ${about} is ${value}, because ${reason}`,
    none: (about, reason) => `Settled: for ${about}, none of the values holds, because ${reason}`,
  },
  de: {
    held: (about, value, reason) => `Entschieden: ${about} ist ${value}. Begründung: ${reason}`,
    none: (about, reason) => `Entschieden: Für ${about} gilt keiner der Werte. Begründung: ${reason}`,
  },
  fr: {
    held: (about, value, reason) => `Tranché : ${about} est ${value}. Motif : ${reason}`,
    none: (about, reason) => `Tranché : pour ${about}, aucune des valeurs n’est retenue. Motif : ${reason}`,
  },
  es: {
    held: (about, value, reason) => `Decidido: ${about} es ${value}. Motivo: ${reason}`,
    none: (about, reason) => `Decidido: para ${about} no vale ninguno de los valores. Motivo: ${reason}`,
  },
  ja: {
    held: (about, value, reason) => `決定：${about}は${value}とする。理由：${reason}`,
    none: (about, reason) => `決定：${about}については、どの値も採らない。理由：${reason}`,
  },
};

function writeNotes(conflicts: readonly UnplacedConflict[], language: Language): string[] {
  return conflicts.map(({ about, values, settlement }) => {
    const held = settlement?.chosen == null ? undefined : values[settlement.chosen];
    const reason = (settlement?.reason ?? '').replace(/\s+/g, ' ');
    const { held: write, none } = settledNote[language];
    return held ? write(about, `${held.text} (${held.filename})`, reason) : none(about, reason);
  });
}
