import type { Frame } from './en.ts';

const count = (number: number, one: string, many = `${one}s`) =>
  `${number} ${number === 1 ? one : many}`;

export const spanish: Frame = {
  evidenceFor: (task) => `Evidencias para: ${task}`,
  notice: (material) =>
    `**Dosier de evidencias**, una demostración: extraído sin modelo de lenguaje a partir ${material}. Cita literalmente lo que allí consta, calcula sobre las tablas con consultas y dice lo que no consta, sin juicio ni consejo.`,
  brief: 'del encargo',
  briefHeading: 'Encargo',
  sources: (number) => `de ${count(number, 'fuente adjunta', 'fuentes adjuntas')}`,
  earlierDocuments: (number) =>
    `de ${count(number, 'documento anterior', 'documentos anteriores')}`,
  pages: (number) => `de ${count(number, 'página web', 'páginas web')}`,
  answers: (number) => `de ${count(number, 'respuesta', 'respuestas')}`,
  askedOf: (question) => `Nadie ha respondido a la pregunta: ${question}`,
  generated: (material) => `por extracción a partir ${material}`,
  untitled: 'Sin título',
  headings: {
    question: 'La pregunta',
    answers: 'Respuestas',
    assumptions: 'Supuestos',
    facts: 'Hechos',
    tables: 'Tablas',
    gaps: 'Lagunas',
    upstream: 'Documentos anteriores',
    answer: 'La respuesta',
    figures: 'Las cifras que deciden',
    differences: 'En qué discrepan los documentos',
    open: 'Lo que queda abierto',
    findings: 'Lo que dicen los documentos',
  },
  nothing: {
    facts: 'Ninguna afirmación del encargo o de las fuentes comparte palabras con esta tarea.',
    tables:
      'Ninguna tabla de las fuentes se refiere a esta tarea, o ya la muestran documentos anteriores.',
    gaps: 'Cada pregunta de la tarea comparte palabras con el material. No se ha valorado si la responde.',
  },
  notAnswered:
    '**No consta en el material.** Ninguna afirmación, tabla o documento anterior contiene la mitad de las palabras de esta pregunta.',
  notInMaterial: (asked) => `*${asked}*: no consta en el material.`,
  steered: (names) =>
    `¿Es fiable ${names}? Allí se ha ignorado texto que parece una instrucción: palabras que pretenden dirigir a quien redacta; no se han seguido.`,
  shownRows: 'Solo se muestran las primeras filas y columnas.',
  query: {
    source: (file) => `Calculado con consultas sobre todas las filas de ${file}.`,
    rows: 'número de filas',
    mean: (column) => `${column} (media)`,
    weighted: (column, weight) => `${column} (media ponderada por ${weight})`,
    allRows: 'Todas las filas',
    period: 'periodo',
    lowest: (column) => `${column} (valor más bajo)`,
    highest: (column) => `${column} (valor más alto)`,
    share: 'parte en %',
    groups: 'número de grupos',
    change: 'variación desde el inicio',
    changePercent: 'variación en %',
    totalsOf: (table) => `Totales de ${table}`,
    by: (value, column) => `${value} por ${column}`,
    changesOf: (table, from, to) => `${table}: variaciones de ${from} a ${to}`,
    range: (highest, lowest) => `máximo ${highest}, mínimo ${lowest}`,
    shareOf: (part, whole) => `${part} como parte de ${whole}`,
    per: (money, unit) => `${money} por ${unit}`,
    sumIs: (column, sum) => `${column}: ${sum} sobre el conjunto de las filas.`,
    meanIs: (column, mean, lowest, highest) =>
      `La media de ${column}, en la que cada fila cuenta una vez, es ${mean}; el valor más bajo es ${lowest} y el más alto, ${highest}.`,
    weightedIs: (column, weight, weighted, mean, lowest, highest) =>
      `La media de ${column}, ponderada por ${weight}, es ${weighted}; si cada fila cuenta una vez, es ${mean}; el valor más bajo es ${lowest} y el más alto, ${highest}.`,
    shareIs: (name, share, divided, range) =>
      `${name}: ${share} (${divided})${range && `; ${range}`}.`,
    perIs: (name, divided, list, all) =>
      `${name} (${divided}): ${list}; sobre todas las filas ${all}.`,
    group: (name, value, share) => `${name} ${value} (parte ${share})`,
    each: (value, column, list) => `${value} por ${column}: ${list}.`,
    largest: (value, column, list) => `${value} por ${column}, los valores más altos: ${list}.`,
    changeIs: ({ name, from, to, start, end, change }) =>
      `${name}: de ${start} (${from}) a ${end} (${to}), una variación de ${change}.`,
  },
  budget: {
    word: /presupuesto/i,
    question: (sentence) => `¿Cuál es el presupuesto? El encargo dice: ${sentence}`,
    assumption:
      'Seguimos sin límite: las opciones se comparan por su precio y no se descarta ninguna.',
    impact: 'Con el importe podremos decir qué opciones cubre.',
  },
  consult: {
    found: 'Afirmaciones del material sobre esta pregunta, palabra por palabra:',
    nothing:
      'No consta en el material: ni el encargo ni las fuentes dicen nada sobre esta pregunta.',
  },
  plan: {
    evidence: 'Lo que se sabe',
    evidenceTask:
      'Reunir lo que afirman el encargo y las fuentes, con su procedencia, y señalar lo que no cubren.',
    asks: (quote) => `El encargo pide: «${quote}»`,
    requestTask: 'Reunir los hechos sobre este punto y señalar lo que no consta en el material.',
    synthesis: 'Visión de conjunto',
    synthesisTask:
      'Reunir los demás documentos: qué responden, en qué difieren y qué queda abierto.',
  },
  synthesis: {
    notice: (material) =>
      `**Dosier de evidencias**, una demostración de documento de decisión: compuesto sin modelo de lenguaje a partir ${material}. Enumera lo que dicen los documentos, con sus fuentes, y no concluye nada.`,
    asks: (quote) => `El encargo pregunta: ${quote}`,
    noAnswer:
      'Los documentos se enumeran abajo y no se ponderan: esto es una demostración, y una respuesta requiere un modelo de lenguaje o una persona.',
    figure: 'Indicador',
    value: 'Valor',
    period: 'Período',
    document: 'Documento',
    unverified: (value) => `${value} (sin verificar)`,
    noFigures: 'Los documentos no dan cifras.',
    noDifferences:
      'No se ha encontrado ninguna cifra a la que dos documentos den valores distintos.',
    noOpen: 'Ninguna pregunta queda sin respuesta.',
    noFindings: 'No cita ninguna fuente.',
  },
  counted: ({ words, references, documents }) =>
    `${count(words, 'palabra')}, ${count(references, 'referencia')} a ${count(documents, 'documento')}.`,
  observe: {
    addEvidence:
      'Añadir evidencias: citar las afirmaciones que atañen a la tarea, cada una con su fuente.',
  },
  evaluate: {
    noJudgement: 'El juicio no se ha medido, porque un recuento no lo capta.',
    feedback: (task) =>
      `La nota de «${task}» cuenta palabras y referencias. No dice nada de la calidad del razonamiento. Lo que significan los hechos debe juzgarlo una persona.`,
  },
  amend: {
    asksToAdd: /(?<!\p{L})(?:añad|agreg|inclu|mencion|falta)/iu,
    added: (section, number) =>
      `La sección «${section}» contiene ahora ${count(number, 'afirmación', 'afirmaciones')} al respecto.`,
    nothingOn: (topic) =>
      `Ni el encargo ni las fuentes dicen nada sobre ${topic}. Adjunten una fuente al respecto y ejecuten la tarea de nuevo.`,
    needsWriter:
      'Esto pide un juicio o una formulación que la extracción no puede dar; requiere a alguien que redacte.',
    sourceGone: (day) =>
      day === null ? ' (La fuente ya no existe.)' : ` (La fuente ya no existe; se leyó el ${day}.)`,
    sourceSilent: ' (La fuente ya no lo dice.)',
    quotesNew: (number) =>
      `${count(number, 'afirmación cita', 'afirmaciones citan')} ahora las nuevas palabras de la fuente.`,
    remarked: (number) =>
      `Una observación sobre la fuente sigue ahora a ${count(number, 'afirmación', 'afirmaciones')}.`,
    noNewWords: 'Lo que la fuente dice ahora no se ha citado: no hay copia que citar.',
    wordsReplaced: 'Las palabras propuestas sustituyen ahora al pasaje.',
    noStatement: (number) =>
      `Para ${count(number, 'cambio', 'cambios')} no se ha encontrado ninguna afirmación con esas palabras y notas; no se ha cambiado nada.`,
  },
};
