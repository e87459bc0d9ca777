import { formatsOf } from '@ecp/language/formats';
import { gridFileTexts } from '@ecp/language/grid-texts';
import type { Language } from '@ecp/language/language';
import { namePlace } from '@ecp/language/place-names';

/** Why the rows of a table or query are not in the workbook. */
export type Absence =
  | { kind: 'size'; rows: number; columns: number; most: number }
  | { kind: 'results_size' }
  | { kind: 'deleted' };

/** Queries or tables that the workbook has no room for. */
export interface Omission {
  kind: 'queries' | 'tables';
  left: number;
  of: number;
}

/** Kinds of values that a cell of a worksheet cannot hold unchanged. */
export type CellProblem = 'long' | 'old_date' | 'large_number';

/** The words of ours in a workbook. */
export interface BookWords {
  language: Language;
  sheets: Record<'contents' | 'summary' | 'figures' | 'inputs' | 'queries' | 'sources', string>;
  contents: Record<
    | 'client'
    | 'company'
    | 'date'
    | 'documents'
    | 'sheet'
    | 'about'
    | 'rows'
    | 'howToRead'
    | 'missing',
    string
  >;
  heads: Record<
    | 'figure'
    | 'period'
    | 'exact'
    | 'unit'
    | 'written'
    | 'number'
    | 'rounding'
    | 'agrees'
    | 'calculation'
    | 'source'
    | 'document'
    | 'section'
    | 'check'
    | 'input'
    | 'value'
    | 'kind'
    | 'place'
    | 'quote'
    | 'query'
    | 'citedIn'
    | 'reads'
    | 'author'
    | 'id'
    | 'sql'
    | 'note'
    | 'statement'
    | 'usedIn',
    string
  >;
  lines: Record<
    | 'summary'
    | 'colors'
    | 'inputs'
    | 'queries'
    | 'queriesForTeam'
    | 'sources'
    | 'exact'
    | 'percent',
    string
  >;
  about: Record<'grid' | 'summary' | 'inputs' | 'table' | 'queries' | 'query' | 'sources', string>;
  step: string;
  data: string;
  self: string;
  verdicts: Record<'yes' | 'sign' | 'no' | 'stated', string>;
  origins: Record<'figure' | 'cells' | 'none', string>;
  kinds: Record<'source' | 'assumption' | 'document', string>;
  states: Record<string, string>;
  /** Units of time behind a number, and behind "per". */
  units: Record<string, readonly [several: string, one: string]>;
  countFigures: (all: string, formulas: string, links: string, stated: string) => string;
  askedBy: (id: string, author: string, date: string) => string;
  citedIn: (titles: string) => string;
  truncated: (rows: string) => string;
  leftOut: (rows: string) => string;
  problem: (kind: CellProblem, count: string, place: string) => string;
  absent: Record<Absence['kind'], (rows: string, columns: string, most: string) => string>;
  omitted: Record<Omission['kind'], (left: string, of: string) => string>;
  /** The running line of pages. */
  page: string;
  /** Number format of days. */
  dateFormat: string;
}

const words: Record<
  Language,
  Omit<BookWords, 'language' | 'states'> & { states: Record<'missing_source' | 'uncited', string> }
> = {
  en: {
    sheets: {
      summary: 'Summary',
      contents: 'Contents',
      figures: 'Figures',
      inputs: 'Inputs',
      queries: 'Queries',
      sources: 'Sources',
    },
    contents: {
      client: 'Client',
      company: 'Prepared by',
      date: 'Date',
      documents: 'Documents',
      sheet: 'Sheet',
      about: 'What it holds',
      rows: 'Rows',
      howToRead: 'How to read it',
      missing: 'Not in this workbook',
    },
    heads: {
      usedIn: 'Used in',
      figure: 'Figure',
      period: 'Period',
      exact: 'Value (exact)',
      unit: 'Unit',
      written: 'In the document',
      number: 'Its number',
      rounding: 'Rounded to',
      agrees: 'Agrees',
      calculation: 'Calculation in the document',
      source: 'Source',
      document: 'Document',
      section: 'Section',
      check: 'Check',
      input: 'Input',
      value: 'Value',
      kind: 'Kind',
      place: 'Place',
      quote: 'Words of the source',
      query: 'Query',
      citedIn: 'Cited in',
      reads: 'Reads',
      author: 'Asked by',
      id: 'Id',
      sql: 'Statement (SQL)',
      note: 'Note',
      statement: 'Statement',
    },
    lines: {
      summary:
        'What the concluding documents compute, and the inputs that it follows from. Change an input in its sheet, and the figures follow.',
      colors:
        'Blue: a number as a document or a source writes it. Black: a formula. Green: a cell of another sheet.',
      inputs:
        'Numbers that formulas use and no table or query of this workbook has. Change one, and the figures follow.',
      queries: 'Each query reads the tables of this workbook.',
      queriesForTeam:
        'Each query reads the tables of this workbook. Its statement stands in the note on its name.',
      sources: 'What the statements of the documents rest on.',
      exact:
        'A figure’s exact value is a formula over the cells that it follows from. Beside it stand the words of the document, and whether both agree.',
      percent:
        'A percentage is the number before its sign: 12.5% is 12.5 in its cell. No value of a table is scaled.',
    },
    about: {
      grid: 'Questions to files and their answers',
      summary: 'The figures that matter, and the inputs that they follow from',
      inputs: 'Numbers of texts and assumptions that the formulas use',
      table: 'Table',
      query: 'Result of a query',
      queries: 'The queries that the documents cite',
      sources: 'What each statement of the documents rests on',
    },
    step: 'Step',
    data: 'Data',
    self: 'The document itself',
    verdicts: { yes: 'yes', sign: 'yes, but sign', no: 'no', stated: 'as stated' },
    origins: {
      figure: 'Another figure of this sheet',
      cells: 'Follows from the cells of its formula',
      none: 'None named',
    },
    kinds: {
      source: 'From a source',
      assumption: 'Assumption or proposal',
      document: 'Number of the document',
    },
    states: { missing_source: 'Source missing', uncited: 'No source' },
    units: {
      pp: ['pp', 'pp'],
      yr: ['years', 'year'],
      mo: ['months', 'month'],
      wk: ['weeks', 'week'],
      d: ['days', 'day'],
      h: ['hours', 'hour'],
      min: ['minutes', 'minute'],
      s: ['seconds', 'second'],
    },
    countFigures: (all, formulas, links, stated) =>
      `Figures of the documents: ${all}; by formula: ${formulas}; cells of tables, queries or other figures: ${links}; as stated: ${stated}`,
    askedBy: (id, author, date) => `Query ${id}, asked by ${author} on ${date}`,
    citedIn: (titles) => `Cited in ${titles}`,
    truncated: (rows) => `The query has more rows than the first ${rows}, which its record holds.`,
    leftOut: (rows) =>
      `Rows of the file that are not in the table (totals, repeated heads, notes): ${rows}`,
    problem: (kind, count, place) =>
      `${
        {
          long: 'Texts longer than the 32,767 characters that a cell holds, of which only the beginning stands here',
          old_date:
            'Dates that a worksheet cannot hold (before March 1900 or after 9999), which stand as text',
          large_number:
            'Whole numbers with more digits than a cell keeps (15), which stand as text',
        }[kind]
      }: ${count}, the first in ${place}.`,
    absent: {
      size: (rows, columns, most) =>
        `The rows are not here: it has ${rows} rows and ${columns} columns, and a workbook holds ${most} cells of tables and queries in all.`,
      results_size: () =>
        'The rows are not here: the results of all queries are too large together.',
      deleted: () => 'The rows are not here: the file was deleted.',
    },
    omitted: {
      queries: (left, of) => `Queries that the workbook has no room for: ${left} of ${of}.`,
      tables: (left, of) => `Tables that the workbook has no room for: ${left} of ${of}.`,
    },
    page: 'Page &P of &N',
    dateFormat: 'yyyy-mm-dd',
  },
  de: {
    sheets: {
      summary: 'Überblick',
      contents: 'Inhalt',
      figures: 'Zahlen',
      inputs: 'Eingaben',
      queries: 'Abfragen',
      sources: 'Quellen',
    },
    contents: {
      client: 'Auftraggeber',
      company: 'Erstellt von',
      date: 'Datum',
      documents: 'Dokumente',
      sheet: 'Blatt',
      about: 'Was es enthält',
      rows: 'Zeilen',
      howToRead: 'So ist es zu lesen',
      missing: 'Nicht in dieser Arbeitsmappe',
    },
    heads: {
      usedIn: 'Verwendet in',
      figure: 'Zahl',
      period: 'Zeitraum',
      exact: 'Wert (genau)',
      unit: 'Einheit',
      written: 'Im Dokument',
      number: 'Seine Zahl',
      rounding: 'Gerundet auf',
      agrees: 'Stimmt',
      calculation: 'Rechnung im Dokument',
      source: 'Quelle',
      document: 'Dokument',
      section: 'Abschnitt',
      check: 'Prüfung',
      input: 'Eingabe',
      value: 'Wert',
      kind: 'Art',
      place: 'Stelle',
      quote: 'Wortlaut der Quelle',
      query: 'Abfrage',
      citedIn: 'Zitiert in',
      reads: 'Liest',
      author: 'Gestellt von',
      id: 'Kennung',
      sql: 'Anweisung (SQL)',
      note: 'Fußnote',
      statement: 'Aussage',
    },
    lines: {
      summary:
        'Was die abschließenden Dokumente berechnen, und die Eingaben, aus denen es folgt. Wer eine Eingabe in ihrem Blatt ändert, ändert die Zahlen.',
      colors:
        'Blau: eine Zahl, wie ein Dokument oder eine Quelle sie schreibt. Schwarz: eine Formel. Grün: eine Zelle eines anderen Blattes.',
      inputs:
        'Zahlen, die Formeln verwenden und die keine Tabelle oder Abfrage dieser Arbeitsmappe enthält. Wer eine ändert, ändert die Zahlen, die daraus folgen.',
      queries: 'Jede Abfrage liest die Tabellen dieser Arbeitsmappe.',
      queriesForTeam:
        'Jede Abfrage liest die Tabellen dieser Arbeitsmappe. Ihre Anweisung steht in der Notiz an ihrem Namen.',
      sources: 'Worauf die Aussagen der Dokumente beruhen.',
      exact:
        'Der genaue Wert einer Zahl ist eine Formel über die Zellen, aus denen sie folgt. Daneben steht, wie das Dokument sie schreibt und ob beides übereinstimmt.',
      percent:
        'Ein Prozentwert ist die Zahl vor dem Zeichen: 12,5 % sind 12,5 in der Zelle. Kein Wert einer Tabelle ist umgerechnet.',
    },
    about: {
      grid: 'Fragen an Dateien und ihre Antworten',
      summary: 'Die wichtigsten Zahlen und die Eingaben, aus denen sie folgen',
      inputs: 'Zahlen aus Texten und Annahmen, die die Formeln verwenden',
      table: 'Tabelle',
      query: 'Ergebnis einer Abfrage',
      queries: 'Die Abfragen, die die Dokumente zitieren',
      sources: 'Worauf jede Aussage der Dokumente beruht',
    },
    step: 'Schritt',
    data: 'Daten',
    self: 'Das Dokument selbst',
    verdicts: {
      yes: 'ja',
      sign: 'ja, bis auf das Vorzeichen',
      no: 'nein',
      stated: 'wie angegeben',
    },
    origins: {
      figure: 'Eine andere Zahl dieses Blattes',
      cells: 'Folgt aus den Zellen der Formel',
      none: 'Keine genannt',
    },
    kinds: {
      source: 'Aus einer Quelle',
      assumption: 'Annahme oder Vorschlag',
      document: 'Zahl des Dokuments',
    },
    states: { missing_source: 'Quelle fehlt', uncited: 'Ohne Quelle' },
    units: {
      pp: ['PP', 'PP'],
      yr: ['Jahre', 'Jahr'],
      mo: ['Monate', 'Monat'],
      wk: ['Wochen', 'Woche'],
      d: ['Tage', 'Tag'],
      h: ['Stunden', 'Stunde'],
      min: ['Minuten', 'Minute'],
      s: ['Sekunden', 'Sekunde'],
      head: ['Köpfe', 'Kopf'],
    },
    countFigures: (all, formulas, links, stated) =>
      `Zahlen der Dokumente: ${all}; aus einer Formel: ${formulas}; Zellen von Tabellen, Abfragen oder anderen Zahlen: ${links}; wie angegeben: ${stated}`,
    askedBy: (id, author, date) => `Abfrage ${id}, gestellt von ${author} am ${date}`,
    citedIn: (titles) => `Zitiert in ${titles}`,
    truncated: (rows) =>
      `Die Abfrage hat mehr Zeilen als die ersten ${rows}, die aufgezeichnet sind.`,
    leftOut: (rows) =>
      `Zeilen der Datei, die nicht in der Tabelle stehen (Summen, wiederholte Köpfe, Anmerkungen): ${rows}`,
    problem: (kind, count, place) =>
      `${
        {
          long: 'Texte mit mehr als den 32.767 Zeichen, die eine Zelle fasst; hier steht nur ihr Anfang',
          old_date:
            'Daten, die kein Tabellenblatt fasst (vor März 1900 oder nach 9999) und die als Text dastehen',
          large_number:
            'Ganze Zahlen mit mehr Stellen, als eine Zelle behält (15), die als Text dastehen',
        }[kind]
      }: ${count}, zuerst in ${place}.`,
    absent: {
      size: (rows, columns, most) =>
        `Die Zeilen fehlen: Es sind ${rows} Zeilen und ${columns} Spalten, und eine Arbeitsmappe fasst insgesamt ${most} Zellen aus Tabellen und Abfragen.`,
      results_size: () => 'Die Zeilen fehlen: Die Ergebnisse aller Abfragen sind zusammen zu groß.',
      deleted: () => 'Die Zeilen fehlen: Die Datei wurde gelöscht.',
    },
    omitted: {
      queries: (left, of) =>
        `Abfragen, für die in der Arbeitsmappe kein Platz ist: ${left} von ${of}.`,
      tables: (left, of) =>
        `Tabellen, für die in der Arbeitsmappe kein Platz ist: ${left} von ${of}.`,
    },
    page: 'Seite &P von &N',
    dateFormat: 'dd.mm.yyyy',
  },
  fr: {
    sheets: {
      summary: 'Synthèse',
      contents: 'Sommaire',
      figures: 'Chiffres',
      inputs: 'Données d’entrée',
      queries: 'Requêtes',
      sources: 'Sources',
    },
    contents: {
      client: 'Client',
      company: 'Établi par',
      date: 'Date',
      documents: 'Documents',
      sheet: 'Feuille',
      about: 'Ce qu’elle contient',
      rows: 'Lignes',
      howToRead: 'Comment le lire',
      missing: 'Absent de ce classeur',
    },
    heads: {
      usedIn: 'Utilisée dans',
      figure: 'Chiffre',
      period: 'Période',
      exact: 'Valeur (exacte)',
      unit: 'Unité',
      written: 'Dans le document',
      number: 'Son nombre',
      rounding: 'Arrondi à',
      agrees: 'Concorde',
      calculation: 'Calcul dans le document',
      source: 'Source',
      document: 'Document',
      section: 'Section',
      check: 'Contrôle',
      input: 'Donnée',
      value: 'Valeur',
      kind: 'Nature',
      place: 'Emplacement',
      quote: 'Texte de la source',
      query: 'Requête',
      citedIn: 'Citée dans',
      reads: 'Lit',
      author: 'Posée par',
      id: 'Identifiant',
      sql: 'Instruction (SQL)',
      note: 'Note',
      statement: 'Affirmation',
    },
    lines: {
      summary:
        'Ce que les documents finaux calculent, et les données dont cela découle. Modifiez une donnée dans sa feuille, et les chiffres suivent.',
      colors:
        'Bleu : un nombre tel qu’un document ou une source l’écrit. Noir : une formule. Vert : une cellule d’une autre feuille.',
      inputs:
        'Nombres que les formules utilisent et qu’aucune table ni requête de ce classeur ne contient. Modifiez-en un, et les chiffres suivent.',
      queries: 'Chaque requête lit les tables de ce classeur.',
      queriesForTeam:
        'Chaque requête lit les tables de ce classeur. Son instruction figure dans la note de son nom.',
      sources: 'Ce sur quoi reposent les affirmations des documents.',
      exact:
        'La valeur exacte d’un chiffre est une formule sur les cellules dont il découle. À côté figurent le texte du document et si les deux concordent.',
      percent:
        'Un pourcentage est le nombre devant son signe : 12,5 % est 12,5 dans sa cellule. Aucune valeur d’une table n’est convertie.',
    },
    about: {
      grid: 'Questions aux fichiers et leurs réponses',
      summary: 'Les chiffres essentiels et les données dont ils découlent',
      inputs: 'Nombres de textes et hypothèses que les formules utilisent',
      table: 'Table',
      query: 'Résultat d’une requête',
      queries: 'Les requêtes que les documents citent',
      sources: 'Ce sur quoi repose chaque affirmation des documents',
    },
    step: 'Étape',
    data: 'Données',
    self: 'Le document lui-même',
    verdicts: { yes: 'oui', sign: 'oui, au signe près', no: 'non', stated: 'tel quel' },
    origins: {
      figure: 'Un autre chiffre de cette feuille',
      cells: 'Découle des cellules de sa formule',
      none: 'Aucune indiquée',
    },
    kinds: {
      source: 'D’une source',
      assumption: 'Hypothèse ou proposition',
      document: 'Nombre du document',
    },
    states: { missing_source: 'Source absente', uncited: 'Sans source' },
    units: {
      pp: ['pts', 'pts'],
      yr: ['ans', 'an'],
      mo: ['mois', 'mois'],
      wk: ['semaines', 'semaine'],
      d: ['jours', 'jour'],
      h: ['heures', 'heure'],
      min: ['minutes', 'minute'],
      s: ['secondes', 'seconde'],
      head: ['têtes', 'tête'],
    },
    countFigures: (all, formulas, links, stated) =>
      `Chiffres des documents : ${all} ; par formule : ${formulas} ; cellules de tables, de requêtes ou d’autres chiffres : ${links} ; tels quels : ${stated}`,
    askedBy: (id, author, date) => `Requête ${id}, posée par ${author} le ${date}`,
    citedIn: (titles) => `Citée dans ${titles}`,
    truncated: (rows) =>
      `La requête a plus de lignes que les ${rows} premières, qui sont enregistrées.`,
    leftOut: (rows) =>
      `Lignes du fichier absentes de la table (totaux, en-têtes répétés, notes) : ${rows}`,
    problem: (kind, count, place) =>
      `${
        {
          long: 'Textes de plus de 32 767 caractères, limite d’une cellule, dont seul le début figure ici',
          old_date:
            'Dates qu’une feuille ne peut contenir (avant mars 1900 ou après 9999), écrites comme texte',
          large_number:
            'Nombres entiers de plus de 15 chiffres, limite d’une cellule, écrits comme texte',
        }[kind]
      } : ${count}, d’abord en ${place}.`,
    absent: {
      size: (rows, columns, most) =>
        `Les lignes manquent : il y a ${rows} lignes et ${columns} colonnes, et un classeur contient en tout ${most} cellules de tables et de requêtes.`,
      results_size: () =>
        'Les lignes manquent : les résultats de toutes les requêtes sont ensemble trop volumineux.',
      deleted: () => 'Les lignes manquent : le fichier a été supprimé.',
    },
    omitted: {
      queries: (left, of) =>
        `Requêtes pour lesquelles le classeur n’a pas de place : ${left} sur ${of}.`,
      tables: (left, of) =>
        `Tables pour lesquelles le classeur n’a pas de place : ${left} sur ${of}.`,
    },
    page: 'Page &P sur &N',
    dateFormat: 'dd/mm/yyyy',
  },
  es: {
    sheets: {
      summary: 'Resumen',
      contents: 'Índice',
      figures: 'Cifras',
      inputs: 'Datos de entrada',
      queries: 'Consultas',
      sources: 'Fuentes',
    },
    contents: {
      client: 'Cliente',
      company: 'Elaborado por',
      date: 'Fecha',
      documents: 'Documentos',
      sheet: 'Hoja',
      about: 'Qué contiene',
      rows: 'Filas',
      howToRead: 'Cómo leerlo',
      missing: 'No está en este libro',
    },
    heads: {
      usedIn: 'Usado en',
      figure: 'Cifra',
      period: 'Período',
      exact: 'Valor (exacto)',
      unit: 'Unidad',
      written: 'En el documento',
      number: 'Su número',
      rounding: 'Redondeado a',
      agrees: 'Coincide',
      calculation: 'Cálculo en el documento',
      source: 'Fuente',
      document: 'Documento',
      section: 'Sección',
      check: 'Comprobación',
      input: 'Dato',
      value: 'Valor',
      kind: 'Tipo',
      place: 'Lugar',
      quote: 'Texto de la fuente',
      query: 'Consulta',
      citedIn: 'Citada en',
      reads: 'Lee',
      author: 'Hecha por',
      id: 'Identificador',
      sql: 'Instrucción (SQL)',
      note: 'Nota',
      statement: 'Afirmación',
    },
    lines: {
      summary:
        'Lo que calculan los documentos finales y los datos de los que se deduce. Si cambia un dato en su hoja, las cifras lo siguen.',
      colors:
        'Azul: un número tal como lo escribe un documento o una fuente. Negro: una fórmula. Verde: una celda de otra hoja.',
      inputs:
        'Números que usan las fórmulas y que ninguna tabla ni consulta de este libro contiene. Si cambia uno, las cifras lo siguen.',
      queries: 'Cada consulta lee las tablas de este libro.',
      queriesForTeam:
        'Cada consulta lee las tablas de este libro. Su instrucción está en la nota de su nombre.',
      sources: 'En qué se basan las afirmaciones de los documentos.',
      exact:
        'El valor exacto de una cifra es una fórmula sobre las celdas de las que se deduce. Al lado están el texto del documento y si ambos coinciden.',
      percent:
        'Un porcentaje es el número delante de su signo: 12,5 % es 12,5 en su celda. Ningún valor de una tabla está convertido.',
    },
    about: {
      grid: 'Preguntas a archivos y sus respuestas',
      summary: 'Las cifras esenciales y los datos de los que se deducen',
      inputs: 'Números de textos y supuestos que usan las fórmulas',
      table: 'Tabla',
      query: 'Resultado de una consulta',
      queries: 'Las consultas que citan los documentos',
      sources: 'En qué se basa cada afirmación de los documentos',
    },
    step: 'Paso',
    data: 'Datos',
    self: 'El propio documento',
    verdicts: { yes: 'sí', sign: 'sí, salvo el signo', no: 'no', stated: 'tal cual' },
    origins: {
      figure: 'Otra cifra de esta hoja',
      cells: 'Se deduce de las celdas de su fórmula',
      none: 'Ninguna indicada',
    },
    kinds: {
      source: 'De una fuente',
      assumption: 'Supuesto o propuesta',
      document: 'Número del documento',
    },
    states: { missing_source: 'Falta la fuente', uncited: 'Sin fuente' },
    units: {
      pp: ['p. p.', 'p. p.'],
      yr: ['años', 'año'],
      mo: ['meses', 'mes'],
      wk: ['semanas', 'semana'],
      d: ['días', 'día'],
      h: ['horas', 'hora'],
      min: ['minutos', 'minuto'],
      s: ['segundos', 'segundo'],
      head: ['personas', 'persona'],
    },
    countFigures: (all, formulas, links, stated) =>
      `Cifras de los documentos: ${all}; por fórmula: ${formulas}; celdas de tablas, consultas u otras cifras: ${links}; tal cual: ${stated}`,
    askedBy: (id, author, date) => `Consulta ${id}, hecha por ${author} el ${date}`,
    citedIn: (titles) => `Citada en ${titles}`,
    truncated: (rows) =>
      `La consulta tiene más filas que las ${rows} primeras, que están registradas.`,
    leftOut: (rows) =>
      `Filas del archivo que no están en la tabla (totales, encabezados repetidos, notas): ${rows}`,
    problem: (kind, count, place) =>
      `${
        {
          long: 'Textos de más de 32.767 caracteres, el límite de una celda, de los que aquí solo está el principio',
          old_date:
            'Fechas que una hoja no admite (antes de marzo de 1900 o después de 9999), escritas como texto',
          large_number:
            'Números enteros de más de 15 cifras, el límite de una celda, escritos como texto',
        }[kind]
      }: ${count}, primero en ${place}.`,
    absent: {
      size: (rows, columns, most) =>
        `Faltan las filas: son ${rows} filas y ${columns} columnas, y un libro admite en total ${most} celdas de tablas y consultas.`,
      results_size: () =>
        'Faltan las filas: los resultados de todas las consultas son demasiado grandes en conjunto.',
      deleted: () => 'Faltan las filas: el archivo se eliminó.',
    },
    omitted: {
      queries: (left, of) => `Consultas para las que no hay sitio en el libro: ${left} de ${of}.`,
      tables: (left, of) => `Tablas para las que no hay sitio en el libro: ${left} de ${of}.`,
    },
    page: 'Página &P de &N',
    dateFormat: 'dd/mm/yyyy',
  },
  ja: {
    sheets: {
      summary: '概要',
      contents: '目次',
      figures: '数値',
      inputs: '入力値',
      queries: 'クエリ',
      sources: '出典',
    },
    contents: {
      client: '依頼者',
      company: '作成者',
      date: '日付',
      documents: '文書',
      sheet: 'シート',
      about: '内容',
      rows: '行数',
      howToRead: '読み方',
      missing: 'このブックに含まれないもの',
    },
    heads: {
      usedIn: '使用箇所',
      figure: '数値',
      period: '期間',
      exact: '値（正確）',
      unit: '単位',
      written: '文書での表記',
      number: '表記の数値',
      rounding: '丸めの単位',
      agrees: '一致',
      calculation: '文書での計算',
      source: '出典',
      document: '文書',
      section: '節',
      check: '確認',
      input: '入力値',
      value: '値',
      kind: '種類',
      place: '箇所',
      quote: '出典の文言',
      query: 'クエリ',
      citedIn: '引用元',
      reads: '参照する表',
      author: '作成者',
      id: 'ID',
      sql: '命令文（SQL）',
      note: '注',
      statement: '記述',
    },
    lines: {
      summary:
        '結論となる文書が計算した数値と、その元になる入力値です。入力値をそのシートで変更すると、数値も変わります。',
      colors: '青：文書または出典に書かれた数値。黒：数式。緑：別のシートのセル。',
      inputs:
        '数式が使い、このブックのどの表やクエリにもない数値です。変更すると、そこから求めた数値も変わります。',
      queries: '各クエリはこのブックの表を読みます。',
      queriesForTeam: '各クエリはこのブックの表を読みます。命令文は名前のメモにあります。',
      sources: '文書の記述の根拠です。',
      exact:
        '正確な値は、その数値の元になるセルの数式です。隣に文書での表記と、両者が一致するかを示します。',
      percent:
        'パーセントは記号の前の数です。12.5% はセルでは 12.5 です。表の値は換算していません。',
    },
    about: {
      grid: 'ファイルへの質問と回答',
      summary: '主な数値と、その元になる入力値',
      inputs: '数式が使う、文章中の数値と前提',
      table: '表',
      query: 'クエリの結果',
      queries: '文書が引用するクエリ',
      sources: '文書の各記述の根拠',
    },
    step: '計算過程',
    data: 'データ',
    self: '文書自体',
    verdicts: { yes: '一致', sign: '符号を除き一致', no: '不一致', stated: '記載のまま' },
    origins: { figure: 'このシートの別の数値', cells: '数式のセルから求めた値', none: '記載なし' },
    kinds: { source: '出典の数値', assumption: '前提または提案', document: '文書の数値' },
    states: { missing_source: '出典なし', uncited: '出典の記載なし' },
    units: {
      pp: ['ポイント', 'ポイント'],
      yr: ['年', '年'],
      mo: ['か月', '月'],
      wk: ['週', '週'],
      d: ['日', '日'],
      h: ['時間', '時間'],
      min: ['分', '分'],
      s: ['秒', '秒'],
      head: ['人', '人'],
    },
    countFigures: (all, formulas, links, stated) =>
      `文書の数値 ${all} 件：数式によるもの ${formulas} 件、表・クエリ・他の数値のセル ${links} 件、文書の記載のまま ${stated} 件`,
    askedBy: (id, author, date) => `クエリ ${id}、作成者 ${author}、${date}`,
    citedIn: (titles) => `引用元：${titles}`,
    truncated: (rows) => `このクエリには、記録された最初の ${rows} 行より多くの行があります。`,
    leftOut: (rows) => `表に含まれないファイルの行（合計、繰り返しの見出し、注記）：${rows}`,
    problem: (kind, count, place) =>
      `${
        {
          long: 'セルの上限（32,767 文字）を超えるため、先頭だけを示した文章',
          old_date: 'シートで扱えない日付（1900年3月より前、9999年より後）のため、文字列にしたもの',
          large_number: 'セルの桁数（15 桁）を超えるため、文字列にした整数',
        }[kind]
      }：${count} 件、最初は ${place}。`,
    absent: {
      size: (rows, columns, most) =>
        `行は含まれません：${rows} 行 ${columns} 列あり、ブックに入る表とクエリのセルは合計 ${most} 個までです。`,
      results_size: () => '行は含まれません：すべてのクエリの結果の合計が大きすぎます。',
      deleted: () => '行は含まれません：ファイルは削除されました。',
    },
    omitted: {
      queries: (left, of) => `ブックに入りきらないクエリ：${of} 件のうち ${left} 件。`,
      tables: (left, of) => `ブックに入りきらない表：${of} 件のうち ${left} 件。`,
    },
    page: '&P / &N ページ',
    dateFormat: 'yyyy/mm/dd',
  },
};

/** Returns the words of a workbook in a language. */
export const bookWords = (language: Language): BookWords => ({
  ...words[language],
  language,
  states: { ...gridFileTexts[language].states, ...words[language].states },
});

/** Writes a count by the conventions of the language. */
export const countIn = ({ language }: BookWords, count: number): string =>
  formatsOf(language).count(count);

/** Says why rows are not in the workbook. */
export function sayAbsent(words: BookWords, absence: Absence): string {
  const { rows, columns, most } =
    absence.kind === 'size' ? absence : { rows: 0, columns: 0, most: 0 };
  const [one = '', two = '', three = ''] = [rows, columns, most].map((count) =>
    countIn(words, count),
  );
  return words.absent[absence.kind](one, two, three);
}

/** Writes the place of a source, such as `page 2`, in the language of the workbook. */
export const placeIn = ({ language }: BookWords, place: string | null): string =>
  place === null ? '' : namePlace(place, language);

/** Writes a unit, such as `EUR/yr`, with the words of the language. */
export function unitIn({ units }: Pick<BookWords, 'units'>, unit: string | null): string {
  const [whole = '', per] = (unit ?? '').split('/');
  const name = units[whole]?.[0] ?? whole;
  return per === undefined ? name : `${name}/${units[per]?.[1] ?? per}`;
}
