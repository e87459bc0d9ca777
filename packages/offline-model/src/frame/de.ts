import type { Frame } from './en.ts';

const count = (number: number, one: string, many: string) =>
  `${number} ${number === 1 ? one : many}`;

export const german: Frame = {
  evidenceFor: (task) => `Belege zu: ${task}`,
  notice: (material) =>
    `**Belegsammlung**, eine Demonstration: ohne Sprachmodell zusammengestellt aus ${material}. Sie zitiert wörtlich, was dort steht, rechnet mit Abfragen über Tabellen und sagt, was nicht im Material steht. Sie enthält weder Bewertung noch Rat.`,
  brief: 'dem Briefing',
  briefHeading: 'Briefing',
  sources: (number) => (number === 1 ? '1 beigefügten Quelle' : `${number} beigefügten Quellen`),
  earlierDocuments: (number) =>
    number === 1 ? '1 früheren Dokument' : `${number} früheren Dokumenten`,
  pages: (number) => (number === 1 ? '1 Webseite' : `${number} Webseiten`),
  answers: (number) => (number === 1 ? '1 Antwort' : `${number} Antworten`),
  askedOf: (question) => `Niemand hat die Frage beantwortet: ${question}`,
  generated: (material) => `durch Auszug aus ${material}`,
  untitled: 'Ohne Titel',
  headings: {
    question: 'Die Frage',
    answers: 'Antworten',
    assumptions: 'Annahmen',
    facts: 'Fakten',
    tables: 'Tabellen',
    gaps: 'Lücken',
    upstream: 'Frühere Dokumente',
    answer: 'Die Antwort',
    figures: 'Die Zahlen, auf die es ankommt',
    differences: 'Worin die Dokumente voneinander abweichen',
    open: 'Was offen bleibt',
    findings: 'Was die Dokumente sagen',
  },
  nothing: {
    facts: 'Keine Aussage in Briefing und Quellen teilt Wörter mit dieser Aufgabe.',
    tables: 'Keine Tabelle der Quellen betrifft diese Aufgabe, oder frühere Dokumente zeigen sie.',
    gaps: 'Jede Frage der Aufgabe teilt Wörter mit dem Material. Ob es sie beantwortet, wurde nicht beurteilt.',
  },
  notAnswered:
    '**Nicht im Material.** Keine Aussage, keine Tabelle und kein früheres Dokument enthält die Hälfte der Wörter dieser Frage.',
  notInMaterial: (asked) => `*${asked}*: nicht im Material.`,
  steered: (names) =>
    `Ist auf ${names} Verlass? Text, der wie eine Anweisung aussieht, blieb dort unbeachtet: Wörter, die den Verfasser lenken sollen. Sie wurden nicht befolgt.`,
  shownRows: 'Gezeigt sind nur die ersten Zeilen und Spalten.',
  query: {
    source: (file) => `Mit Abfragen über alle Zeilen von ${file} berechnet.`,
    rows: 'Zahl der Zeilen',
    mean: (column) => `${column} (Mittelwert)`,
    weighted: (column, weight) => `${column} (Mittelwert, gewichtet mit ${weight})`,
    allRows: 'Alle Zeilen',
    period: 'Zeitraum',
    lowest: (column) => `${column} (niedrigster Wert)`,
    highest: (column) => `${column} (höchster Wert)`,
    share: 'Anteil in %',
    groups: 'Zahl der Gruppen',
    change: 'Veränderung seit Beginn',
    changePercent: 'Veränderung in %',
    totalsOf: (table) => `Gesamtwerte von ${table}`,
    by: (value, column) => `${value} nach ${column}`,
    changesOf: (table, from, to) => `${table}: Veränderungen von ${from} bis ${to}`,
    range: (highest, lowest) => `höchster Wert ${highest}, niedrigster ${lowest}`,
    shareOf: (part, whole) => `${part} als Anteil von ${whole}`,
    per: (money, unit) => `${money} je ${unit}`,
    sumIs: (column, sum) => `${column}: ${sum} über alle Zeilen.`,
    meanIs: (column, mean, lowest, highest) =>
      `Der Mittelwert von ${column}, wobei jede Zeile einmal zählt, ist ${mean}; der niedrigste Wert ist ${lowest}, der höchste ${highest}.`,
    weightedIs: (column, weight, weighted, mean, lowest, highest) =>
      `Der Mittelwert von ${column}, gewichtet mit ${weight}, ist ${weighted}; zählt jede Zeile einmal, ist er ${mean}; der niedrigste Wert ist ${lowest}, der höchste ${highest}.`,
    shareIs: (name, share, divided, range) =>
      `${name}: ${share} (${divided})${range && `; ${range}`}.`,
    perIs: (name, divided, list, all) => `${name} (${divided}): ${list}; über alle Zeilen ${all}.`,
    group: (name, value, share) => `${name} ${value} (Anteil ${share})`,
    each: (value, column, list) => `${value} nach ${column}: ${list}.`,
    largest: (value, column, list) => `${value} nach ${column}, die größten Werte: ${list}.`,
    changeIs: ({ name, from, to, start, end, change }) =>
      `${name}: von ${start} (${from}) auf ${end} (${to}), eine Veränderung von ${change}.`,
  },
  budget: {
    word: /budget/i,
    question: (sentence) => `Wie hoch ist das Budget? Im Briefing steht: ${sentence}`,
    assumption:
      'Wir rechnen ohne Obergrenze weiter: Die Optionen werden nach dem Preis verglichen, keine scheidet aus.',
    impact: 'Mit dem Betrag können wir sagen, welche Optionen er deckt.',
  },
  consult: {
    found: 'Aussagen im Material zu dieser Frage, im Wortlaut:',
    nothing:
      'Nicht im Material: Zu dieser Frage steht weder im Briefing noch in den Quellen etwas.',
  },
  plan: {
    evidence: 'Faktenlage',
    evidenceTask:
      'Zusammentragen, was Briefing und Quellen aussagen, jeweils mit Fundstelle, und benennen, was sie nicht abdecken.',
    asks: (quote) => `Das Briefing fragt: „${quote}“`,
    requestTask: 'Die Belege dazu zusammentragen und benennen, was nicht im Material steht.',
    synthesis: 'Überblick',
    synthesisTask:
      'Die anderen Dokumente zusammenführen: was sie beantworten, wo sie voneinander abweichen und was offenbleibt.',
  },
  synthesis: {
    notice: (material) =>
      `**Belegsammlung**, eine Demonstration einer Entscheidungsvorlage: ohne Sprachmodell zusammengestellt aus ${material}. Sie führt auf, was die Dokumente sagen, mit deren Quellen, und zieht keinen Schluss.`,
    asks: (quote) => `Das Briefing fragt: ${quote}`,
    noAnswer:
      'Die Dokumente sind unten aufgeführt und nicht abgewogen: Dies ist eine Demonstration, und eine Antwort verlangt ein Sprachmodell oder einen Menschen.',
    figure: 'Kennzahl',
    value: 'Wert',
    period: 'Zeitraum',
    document: 'Dokument',
    unverified: (value) => `${value} (nicht geprüft)`,
    noFigures: 'Die Dokumente nennen keine Zahlen.',
    noDifferences:
      'Es wurde keine Zahl gefunden, für die zwei Dokumente verschiedene Werte nennen.',
    noOpen: 'Keine Frage ist ohne Antwort.',
    noFindings: 'Es führt keine Quelle an.',
  },
  counted: ({ words, references, documents }) =>
    `${count(words, 'Wort', 'Wörter')}, ${count(references, 'Verweis', 'Verweise')} auf ${count(documents, 'Dokument', 'Dokumente')}.`,
  observe: {
    addEvidence: 'Belege ergänzen: die Aussagen zur Aufgabe zitieren, jede mit ihrer Quelle.',
  },
  evaluate: {
    noJudgement: 'Urteil wurde nicht gemessen, weil Zählen es nicht erfasst.',
    feedback: (task) =>
      `Die Note von „${task}“ zählt Wörter und Verweise. Sie sagt nichts über die Güte der Gedanken. Was die Belege bedeuten, muss ein Mensch beurteilen.`,
  },
  amend: {
    asksToAdd: /(?<!\p{L})(?:ergänz|hinzu|füg|aufnehm|erwähn|fehl|mehr (?:zu|über))/iu,
    added: (section, number) =>
      `Der Abschnitt „${section}“ enthält jetzt ${count(number, 'Aussage', 'Aussagen')} dazu.`,
    nothingOn: (topic) =>
      `Weder Briefing noch Quellen sagen etwas zu ${topic}. Bitte eine Quelle dazu anhängen und die Aufgabe erneut ausführen.`,
    needsWriter:
      'Gefragt ist ein Urteil oder eine Formulierung; ein Auszug kann das nicht leisten, es braucht einen Verfasser.',
    sourceGone: (day) =>
      day === null
        ? ' (Die Quelle gibt es nicht mehr.)'
        : ` (Die Quelle gibt es nicht mehr; gelesen am ${day}.)`,
    sourceSilent: ' (Die Quelle sagt das nicht mehr.)',
    quotesNew: (number) =>
      `${count(number, 'Aussage zitiert', 'Aussagen zitieren')} jetzt die neuen Worte der Quelle.`,
    remarked: (number) =>
      `Hinter ${count(number, 'Aussage', 'Aussagen')} steht jetzt ein Vermerk zur Quelle.`,
    noNewWords:
      'Was die Quelle jetzt sagt, ist nicht zitiert: Es gibt keine Kopie, die sich anführen ließe.',
    wordsReplaced: 'Die vorgeschlagenen Worte stehen jetzt an der Stelle.',
    noStatement: (number) =>
      `Zu ${count(number, 'Änderung', 'Änderungen')} fand sich keine Aussage mit diesen Worten und Fußnoten; dafür wurde nichts geändert.`,
  },
};
