/**
 * True for a paragraph of a few words without a full stop or a figure, such as a title or a menu
 * entry.
 */
export function isTitleLike(paragraph: string): boolean {
  return (
    paragraph.length < 80 &&
    paragraph.split(/\s+/).length <= 9 &&
    !/\d|[.!?…。！？;)"”’“»」]$/u.test(paragraph)
  );
}

const askHeading =
  /(?<!\p{L})(?:questions?|deliverables?|scope|asks?|requests?|tasks?|outputs?|fragen?|aufgaben?|auftrag|ergebnisse|leistungen|livrables?|tâches|mission|demandes?|preguntas?|entregables|tareas|encargo)(?!\p{L})|質問|問い|課題|依頼|成果物/iu;
const contraHeading =
  /(?<!\p{L})(?:out of scope|not in scope|exclu\p{L}*|non-goals?|background|context|constraints?|limits?|ausgangslage|hintergrund|grenzen|rahmenbedingungen|nicht teil|contexte|contraintes?|limites?|antecedentes|contexto|restricciones|límites)(?!\p{L})|背景|制約|対象外/iu;
const listIntro =
  /(?<!\p{L})(?:need|want|deliver|deliverables?|include|cover|questions?|goals?|objectives?|ask|looking for|answer|expect|following|produce|brauchen|benötigen|erwarten|fragen|folgende\p{L}*|wünschen|besoin|souhaitons|attendons|suivante?s?|questions|necesitamos|queremos|esperamos|preguntas|siguientes?)(?!\p{L})[^.?!]{0,80}[:：]$|(?:以下|次)[^。]{0,30}[:：。]$/iu;

/** True for a heading under which a brief lists the work that it asks for. */
export function isRequestHeading(heading: string): boolean {
  return askHeading.test(heading) && !contraHeading.test(heading);
}

/** True for a paragraph that introduces a list of requests: "We need the following:". */
export function isListIntro(paragraph: string): boolean {
  return listIntro.test(paragraph);
}
