import type { Frame } from './en.ts';

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;

export const german: Frame = {
  evidenceFor: (task) => `Belege zu: ${task}`,
  notice: (material) =>
    `**Belegsammlung**, ohne Sprachmodell zusammengestellt aus ${material}. Sie gibt wieder, was dort steht und was fehlt; sie enthält weder Bewertung noch Rat. Zitate sind wörtlich, bei berechneten Zahlen steht der Rechenweg.`,
  brief: 'dem Briefing',
  briefHeading: 'Briefing',
  sources: (number) => (number === 1 ? '1 beigefügten Quelle' : `${number} beigefügten Quellen`),
  earlierDocuments: (number) => (number === 1 ? '1 früheren Dokument' : `${number} früheren Dokumenten`),
  pages: (number) => (number === 1 ? '1 Webseite' : `${number} Webseiten`),
  answers: (number) => (number === 1 ? '1 Antwort' : `${number} Antworten`),
  askedOf: (question) => `Niemand hat die Frage beantwortet: ${question}`,
  generated: (material) => `durch Auszug aus ${material}`,
  untitled: 'Ohne Titel',
  headings: {
    question: 'Die Frage',
    facts: 'Fakten',
    tables: 'Tabellen',
    conflicts: 'Widersprüche zwischen den Quellen',
    gaps: 'Lücken',
    questions: 'Offene Fragen an den Auftraggeber',
    upstream: 'Frühere Dokumente',
    answers: 'Antworten',
    assumptions: 'Annahmen',
    answer: 'Die Antwort',
    figures: 'Die Zahlen, auf die es ankommt',
    differences: 'Worin die Dokumente voneinander abweichen',
    open: 'Was offen bleibt',
    conclusions: 'Ergebnisse der Dokumente',
  },
  nothing: {
    facts: 'Keine Aussage in Briefing und Quellen teilt Wörter mit dieser Aufgabe.',
    tables: 'Keine Tabelle der Quellen betrifft diese Aufgabe.',
    conflicts: 'Es wurden keine zwei Stellen gefunden, die für dieselbe Sache verschiedene Zahlen nennen.',
    gaps: 'Alles, was die Aufgabe nennt, kommt in Briefing oder Quellen vor. Ob es ausreicht, wurde nicht beurteilt.',
    questions: 'Aus dem Vergleich der Aufgabe mit dem Material ergeben sich keine.',
  },
  table: {
    figure: 'Berechnete Zahl',
    value: 'Wert',
    total: 'Summe',
    computed: 'Berechnet über alle Zeilen, ohne Summenzeilen:',
    shownRows: 'Gezeigt sind nur die ersten Zeilen.',
    hiddenColumns: (number) => `${count(number, 'weitere Spalte', 'weitere Spalten')} in der Quelle.`,
    elsewhere: (tables) => `In früheren Dokumenten gezeigt und berechnet: ${tables}.`,
    partial: 'Nichts wurde berechnet, weil nicht alle Zeilen oder Spalten dieser Tabelle lesbar waren.',
    unclear: (columns) =>
      `Nicht berechnet: ${columns}. Die Zahlen lassen sich auf zwei Arten lesen oder haben mehrere Einheiten.`,
    sum: (column) => `${column}: Summe`,
    mean: (column) => `${column}: Mittelwert`,
    weightedMean: (column, weight) => `${column}: Mittelwert, gewichtet mit ${weight}`,
    ends: (column) => `${column}: höchster und niedrigster Wert`,
    highest: 'höchster Wert',
    lowest: 'niedrigster Wert',
    range: (highest, lowest) => `höchster Wert ${highest}, niedrigster ${lowest}`,
    shares: (column) => `${column}: Anteile`,
    change: (row, from, to) => `${row}: Veränderung von ${from} bis ${to}`,
    by: (column, category) => `${column} nach ${category}`,
    shareOf: (part, whole) => `${part} als Anteil von ${whole}`,
    per: (money, unit) => `${money} je ${unit}`,
  },
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
    sumIs: (column, sum) => `${column}: ${sum} über alle Zeilen.`,
    meanIs: (column, mean, lowest, highest) =>
      `Der Mittelwert von ${column}, wobei jede Zeile einmal zählt, ist ${mean}; der niedrigste Wert ist ${lowest}, der höchste ${highest}.`,
    weightedIs: (column, weight, weighted, mean, lowest, highest) =>
      `Der Mittelwert von ${column}, gewichtet mit ${weight}, ist ${weighted}; zählt jede Zeile einmal, ist er ${mean}; der niedrigste Wert ist ${lowest}, der höchste ${highest}.`,
    shareIs: (name, share, divided, range) => `${name}: ${share} (${divided})${range && `; ${range}`}.`,
    perIs: (name, divided, list, all) => `${name} (${divided}): ${list}; über alle Zeilen ${all}.`,
    group: (name, value, share) => `${name} ${value} (Anteil ${share})`,
    each: (value, column, list) => `${value} nach ${column}: ${list}.`,
    largest: (value, column, list) => `${value} nach ${column}, die größten Werte: ${list}.`,
    changeIs: ({ name, from, to, start, end, change }) =>
      `${name}: von ${start} (${from}) auf ${end} (${to}), eine Veränderung von ${change}.`,
  },
  conflicts: {
    intro: 'Diese Zahlen weichen voneinander ab oder messen nicht dasselbe. Welche gilt, wurde nicht beurteilt.',
    or: (one, other) => `${one} oder ${other}`,
    sumOfRows: 'die Summe der Zeilen',
    wrongTotal: (table, column, sum, given) =>
      `**${table}, ${column}**: Die Zeilen ergeben ${sum}, die Tabelle nennt ${given} als Summe`,
  },
  gaps: {
    silent: (asked) => `*${asked}*: Die Aufgabe fragt danach; keine Aussage und keine Tabelle wurde gefunden.`,
    words: (words) => `In der Aufgabe genannt und nirgends im Material: ${words}.`,
    stated: 'Was das Material selbst als unbekannt bezeichnet:',
  },
  asking: {
    question: {
      amount: ({ name }, sentence) => `Welcher Betrag ist mit „${name}“ gemeint? Im Auftrag steht: ${sentence}.`,
      target: ({ name }, sentence) => `Welcher Wert ist mit „${name}“ gemeint? Im Auftrag steht: ${sentence}.`,
      date: ({ name }, sentence) => `Welcher Tag ist mit „${name}“ gemeint? Im Auftrag steht: ${sentence}.`,
      choice: ({ name }, sentence) => `Was genau ist mit „${name}“ gemeint? Im Auftrag steht: ${sentence}.`,
    },
    assumption: {
      amount: 'Wir rechnen ohne Obergrenze weiter: Die Optionen werden nach dem Preis verglichen, keine scheidet aus.',
      target:
        'Wir arbeiten ohne diesen Wert weiter: Die Optionen werden miteinander verglichen, keine wird an ihm gemessen.',
      date: 'Wir arbeiten ohne diesen Termin weiter: Die Schritte stehen in ihrer Reihenfolge, keiner gilt als verspätet.',
      choice: 'Wir arbeiten ohne diese Festlegung weiter: Alles, was die Quellen nennen, wird gleich behandelt.',
    },
    impact: {
      amount: 'Mit dem Betrag können wir sagen, welche Optionen er deckt.',
      target: 'Mit dem Wert können wir sagen, welche Optionen ihn erreichen.',
      date: 'Mit dem Termin können wir sagen, was rechtzeitig fertig wird.',
      choice: 'Mit der Festlegung untersuchen wir dies genau und das Übrige nur zum Vergleich.',
    },
  },
  questions: {
    conflict: (figures) => `Welche Zahl gilt, ${figures}?`,
    total: (table, column, sum, given) => `Welche Summe von ${column} in ${table} gilt: ${sum} oder ${given}?`,
    gap: (asked) => `Was können Sie uns zu *${asked}* sagen oder schicken?`,
    unclear: (table, columns) => `Wie sind die Zahlen von ${columns} in ${table} zu lesen?`,
    partial: (table) => `Können Sie ${table} als vollständige Tabelle schicken, mit einer Kopfzeile und allen Zeilen?`,
    steered: (names) =>
      `Ist auf ${names} Verlass? Text, der wie eine Anweisung aussieht, blieb dort unbeachtet: Wörter, die den Verfasser lenken sollen. Sie wurden nicht befolgt.`,
  },
  holds: (headings) => `enthält ${headings}.`,
  consult: {
    found: 'Aussagen im Material zu dieser Frage, im Wortlaut:',
    nothing: 'Briefing und Quellen enthalten keine Aussage zu dieser Frage.',
  },
  plan: {
    evidence: 'Faktenlage',
    evidenceTask:
      'Zusammentragen, was Briefing und Quellen aussagen, jeweils mit Fundstelle, und benennen, was sie nicht abdecken.',
    asks: (quote) => `Das Briefing fragt: „${quote}“`,
    requestTask: 'Die Belege dazu zusammentragen, die Zahlen der Quellen vergleichen und benennen, was fehlt.',
    synthesis: 'Überblick',
    synthesisTask:
      'Die anderen Dokumente zusammenführen: was sie beantworten, wo sie voneinander abweichen und was offenbleibt.',
  },
  synthesis: {
    notice: (material) =>
      `**Entscheidungsvorlage**, ohne Sprachmodell zusammengestellt aus ${material}. Sie sagt in den Worten der Dokumente, zu welchem Ergebnis diese kommen, und urteilt selbst nicht.`,
    asks: (quote) => `Der Auftrag fragt: ${quote}`,
    inFigures: 'In Zahlen sagen die Dokumente:',
    silentOn: (points) => `Keine Aussage enthalten sie zu: ${points}.`,
    noAnswer:
      'Kein Dokument kommt zu einem Ergebnis oder spricht eine Empfehlung aus: Sie enthalten die Belege, und die Wahl verlangt ein Urteil, das ein Auszug nicht fällt.',
    further: 'Weitere Aussagen',
    evidenceOnly: (documents) => `Belege ohne Ergebnis: ${documents}.`,
    above: 'Sein Ergebnis steht oben in der Antwort.',
    figure: 'Kennzahl',
    value: 'Wert',
    period: 'Zeitraum',
    document: 'Dokument',
    unverified: (value) => `${value} (nicht geprüft)`,
    noFigures: 'Die Dokumente nennen keine Zahlen.',
    noDifferences: 'Es wurde keine Zahl gefunden, für die zwei Dokumente verschiedene Werte nennen.',
    noOpen: 'Die Dokumente nennen nichts, was offen ist.',
  },
  measured: (references, documents, rows, open) =>
    `${count(references, 'Verweis', 'Verweise')} auf ${count(documents, 'Dokument', 'Dokumente')}, ${count(rows, 'Tabellenzeile', 'Tabellenzeilen')}, ${count(open, 'Eintrag', 'Einträge')} zu Lücken und offenen Fragen`,
  observe: {
    removeFigure: (figure) => `Die Zahl „${figure}“ streichen: Sie steht weder im Briefing noch in einer Quelle.`,
    addEvidence: 'Belege ergänzen: die Aussagen zur Aufgabe zitieren, jede mit ihrer Quelle.',
    listQuestions: 'Einen Abschnitt mit offenen Fragen ergänzen: was das Material zu dieser Aufgabe offenlässt.',
  },
  evaluate: {
    noJudgement: 'Urteil wurde nicht gemessen, weil Zählen es nicht erfasst',
    feedback: (task, words, references) =>
      `„${task}“ hat ${count(words, 'Wort', 'Wörter')} und ${count(references, 'Verweis', 'Verweise')}. Diese Werte sind Zählungen und sagen nichts über die Güte der Gedanken. Was die Belege bedeuten, muss ein Mensch beurteilen.`,
  },
  amend: {
    added: (section, number) =>
      `Der Abschnitt „${section}“ enthält jetzt ${count(number, 'Aussage', 'Aussagen')} dazu.`,
    nothingOn: (topic) =>
      `Weder Briefing noch Quellen sagen etwas zu ${topic}. Bitte eine Quelle dazu anhängen und die Aufgabe erneut ausführen.`,
    needsWriter:
      'Gefragt ist ein Urteil oder eine Formulierung; ein Auszug kann das nicht leisten, es braucht einen Verfasser.',
    sectionRemoved: (sections) => `Abschnitt ${sections} gestrichen.`,
    entriesRemoved: (number) => `${count(number, 'Eintrag', 'Einträge')} gestrichen.`,
    nothingToRemove: (topic) => `Zu ${topic} wurde nichts gefunden, das sich streichen ließe.`,
    cannotShorten: 'Die Listen sind schon so kurz, wie es ohne Verlust eines Befunds geht.',
    sourceGone: (day) =>
      day === null ? ' (Die Quelle gibt es nicht mehr.)' : ` (Die Quelle gibt es nicht mehr; gelesen am ${day}.)`,
    sourceSilent: ' (Die Quelle sagt das nicht mehr.)',
    quotesNew: (number) => `${count(number, 'Aussage zitiert', 'Aussagen zitieren')} jetzt die neuen Worte der Quelle.`,
    remarked: (number) => `Hinter ${count(number, 'Aussage', 'Aussagen')} steht jetzt ein Vermerk zur Quelle.`,
    noNewWords: 'Was die Quelle jetzt sagt, ist nicht zitiert: Es gibt keine Kopie, die sich anführen ließe.',
    wordsReplaced: 'Die vorgeschlagenen Worte stehen jetzt an der Stelle.',
    noStatement: (number) =>
      `Zu ${count(number, 'Änderung', 'Änderungen')} fand sich keine Aussage mit diesen Worten und Fußnoten; dafür wurde nichts geändert.`,
  },
};
