import type { AskedName, Frame } from './en.ts';

const feminine =
  /^(?:meta|cuota|tasa|tarifa|subvenci|capacidad|reserva|rentabilidad|facturaci|fianza|penalizaci|plantilla|aportaci|dotaci|frecuencia|norma|inversi|ratio|fecha|apertura|entrega|ubicaci|ciudad|variante|opci|tienda|sede|candidata)/iu;

/** Asks which one a name means, with its article: "Cuál es el presupuesto". */
function whichIs({ name, noun }: AskedName): string {
  const [word = ''] = noun.split(' ');
  const isFeminine = feminine.test(word);
  if (word.endsWith('s')) return `Cuáles son ${isFeminine ? 'las' : 'los'} ${name}`;
  return `Cuál es ${isFeminine ? 'la' : 'el'} ${name}`;
}
const ask = (asked: AskedName, sentence: string) => `¿${whichIs(asked)}? El encargo dice: ${sentence}.`;

const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

export const spanish: Frame = {
  evidenceFor: (task) => `Evidencias para: ${task}`,
  notice: (material) =>
    `**Dosier de evidencias**, extraído sin modelo de lenguaje a partir ${material}. Recoge lo que allí consta y lo que falta, sin juicio ni consejo. Las citas son literales; cada cifra calculada indica su cálculo.`,
  brief: 'del briefing',
  briefHeading: 'Briefing',
  sources: (number) => `de ${count(number, 'fuente adjunta', 'fuentes adjuntas')}`,
  earlierDocuments: (number) => `de ${count(number, 'documento anterior', 'documentos anteriores')}`,
  pages: (number) => `de ${count(number, 'página web', 'páginas web')}`,
  answers: (number) => `de ${count(number, 'respuesta', 'respuestas')}`,
  askedOf: (question) => `Nadie ha respondido a la pregunta: ${question}`,
  generated: (material) => `por extracción a partir ${material}`,
  untitled: 'Sin título',
  headings: {
    question: 'La pregunta',
    facts: 'Hechos',
    tables: 'Tablas',
    conflicts: 'Contradicciones entre las fuentes',
    gaps: 'Lagunas',
    questions: 'Preguntas abiertas para el cliente',
    upstream: 'Documentos anteriores',
    answers: 'Respuestas',
    assumptions: 'Supuestos',
    answer: 'La respuesta',
    figures: 'Las cifras que deciden',
    differences: 'En qué discrepan los documentos',
    open: 'Lo que queda abierto',
    conclusions: 'Conclusiones de los documentos',
  },
  nothing: {
    facts: 'Ninguna afirmación del briefing o de las fuentes comparte palabras con esta tarea.',
    tables: 'Ninguna tabla de las fuentes se refiere a esta tarea.',
    conflicts: 'No se han encontrado dos pasajes que den cifras distintas para lo mismo.',
    gaps: 'Todo lo que nombra la tarea aparece en el briefing o en las fuentes. No se ha valorado si es suficiente.',
    questions: 'De la comparación de la tarea con el material no se desprende ninguna.',
  },
  table: {
    figure: 'Cifra calculada',
    value: 'Valor',
    total: 'Total',
    computed: 'Calculado sobre todas las filas, sin filas de totales:',
    shownRows: 'Solo se muestran las primeras filas.',
    hiddenColumns: (number) => `${count(number, 'columna más', 'columnas más')} en la fuente.`,
    elsewhere: (tables) => `Mostradas y calculadas en documentos anteriores: ${tables}.`,
    partial: 'No se ha calculado nada, porque no se han podido leer todas las filas o columnas de esta tabla.',
    unclear: (columns) =>
      `Sin calcular: ${columns}. Los números se pueden leer de dos maneras o tienen varias unidades.`,
    sum: (column) => `${column}: suma`,
    mean: (column) => `${column}: media`,
    weightedMean: (column, weight) => `${column}: media ponderada por ${weight}`,
    ends: (column) => `${column}: máximo y mínimo`,
    highest: 'máximo',
    lowest: 'mínimo',
    range: (highest, lowest) => `máximo ${highest}, mínimo ${lowest}`,
    shares: (column) => `${column}: porcentajes del total`,
    change: (row, from, to) => `${row}: variación de ${from} a ${to}`,
    by: (column, category) => `${column} por ${category}`,
    shareOf: (part, whole) => `${part} como parte de ${whole}`,
    per: (money, unit) => `${money} por ${unit}`,
  },
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
    sumIs: (column, sum) => `${column}: ${sum} sobre el conjunto de las filas.`,
    meanIs: (column, mean, lowest, highest) =>
      `La media de ${column}, en la que cada fila cuenta una vez, es ${mean}; el valor más bajo es ${lowest} y el más alto, ${highest}.`,
    weightedIs: (column, weight, weighted, mean, lowest, highest) =>
      `La media de ${column}, ponderada por ${weight}, es ${weighted}; si cada fila cuenta una vez, es ${mean}; el valor más bajo es ${lowest} y el más alto, ${highest}.`,
    shareIs: (name, share, divided, range) => `${name}: ${share} (${divided})${range && `; ${range}`}.`,
    perIs: (name, divided, list, all) => `${name} (${divided}): ${list}; sobre todas las filas ${all}.`,
    group: (name, value, share) => `${name} ${value} (parte ${share})`,
    each: (value, column, list) => `${value} por ${column}: ${list}.`,
    largest: (value, column, list) => `${value} por ${column}, los valores más altos: ${list}.`,
    changeIs: ({ name, from, to, start, end, change }) =>
      `${name}: de ${start} (${from}) a ${end} (${to}), una variación de ${change}.`,
  },
  conflicts: {
    intro: 'Estas cifras difieren o no miden lo mismo. No se ha valorado cuál es la correcta.',
    or: (one, other) => `${one} o ${other}`,
    sumOfRows: 'la suma de las filas',
    wrongTotal: (table, column, sum, given) =>
      `**${table}, ${column}**: las filas suman ${sum}, la tabla indica un total de ${given}`,
  },
  gaps: {
    silent: (asked) => `*${asked}*: la tarea lo pide; no se ha encontrado ninguna afirmación ni tabla.`,
    words: (words) => `Nombrado en la tarea y en ninguna parte del material: ${words}.`,
    stated: 'Lo que el propio material declara desconocido:',
  },
  asking: {
    question: { amount: ask, target: ask, date: ask, choice: ask },
    assumption: {
      amount: 'Seguimos sin límite: las opciones se comparan por su precio y no se descarta ninguna.',
      target: 'Seguimos sin ese valor: las opciones se comparan entre sí y ninguna se mide con él.',
      date: 'Seguimos sin esa fecha: los pasos se ordenan y ninguno se da por retrasado.',
      choice: 'Seguimos sin esa elección: todo lo que nombran las fuentes se trata por igual.',
    },
    impact: {
      amount: 'Con el importe podremos decir qué opciones cubre.',
      target: 'Con el valor podremos decir qué opciones lo alcanzan.',
      date: 'Con la fecha podremos decir qué estará listo a tiempo.',
      choice: 'Con la elección lo examinaremos de cerca, y lo demás solo para comparar.',
    },
  },
  questions: {
    conflict: (figures) => `¿Qué cifra es la correcta, ${figures}?`,
    total: (table, column, sum, given) => `¿Qué total de ${column} en ${table} es el correcto: ${sum} o ${given}?`,
    gap: (asked) => `¿Qué pueden decirnos o enviarnos sobre *${asked}*?`,
    unclear: (table, columns) => `¿Cómo hay que leer los números de ${columns} en ${table}?`,
    partial: (table) => `¿Pueden enviar ${table} como tabla completa, con un solo encabezado y todas las filas?`,
    steered: (names) =>
      `¿Es fiable ${names}? Allí se ha ignorado texto que parece una instrucción: palabras que pretenden dirigir a quien redacta; no se han seguido.`,
  },
  holds: (headings) => `contiene ${headings}.`,
  consult: {
    found: 'Afirmaciones del material sobre esta pregunta, palabra por palabra:',
    nothing: 'El briefing y las fuentes no contienen ninguna afirmación sobre esta pregunta.',
  },
  plan: {
    evidence: 'Lo que se sabe',
    evidenceTask: 'Reunir lo que afirman el briefing y las fuentes, con su procedencia, y señalar lo que no cubren.',
    asks: (quote) => `El briefing pide: «${quote}»`,
    requestTask: 'Reunir los hechos sobre este punto, comparar las cifras de las fuentes y señalar lo que falta.',
    synthesis: 'Visión de conjunto',
    synthesisTask: 'Reunir los demás documentos: qué responden, en qué difieren y qué queda abierto.',
  },
  synthesis: {
    notice: (material) =>
      `**Documento de decisión**, compuesto sin modelo de lenguaje a partir ${material}. Dice con las palabras de los documentos a qué conclusiones llegan, y no añade ningún juicio.`,
    asks: (quote) => `El encargo pregunta: ${quote}`,
    inFigures: 'En cifras, los documentos dicen:',
    silentOn: (points) => `No contienen ninguna afirmación sobre: ${points}.`,
    noAnswer:
      'Ningún documento llega a una conclusión ni da una recomendación: contienen las evidencias, y elegir exige un juicio que la extracción no emite.',
    further: 'Otras afirmaciones',
    evidenceOnly: (documents) => `Evidencias sin conclusión: ${documents}.`,
    above: 'Su conclusión es la respuesta de arriba.',
    figure: 'Indicador',
    value: 'Valor',
    period: 'Período',
    document: 'Documento',
    unverified: (value) => `${value} (sin verificar)`,
    noFigures: 'Los documentos no dan cifras.',
    noDifferences: 'No se ha encontrado ninguna cifra a la que dos documentos den valores distintos.',
    noOpen: 'Los documentos no nombran nada que quede abierto.',
  },
  measured: (references, documents, rows, open) =>
    `${count(references, 'referencia')} a ${count(documents, 'documento')}, ${count(rows, 'fila')} de tablas, ${count(open, 'entrada')} sobre lagunas y preguntas abiertas`,
  observe: {
    removeFigure: (figure) => `Eliminar la cifra «${figure}»: no figura ni en el briefing ni en ninguna fuente.`,
    addEvidence: 'Añadir evidencias: citar las afirmaciones que atañen a la tarea, cada una con su fuente.',
    listQuestions: 'Añadir una sección de preguntas abiertas: lo que el material deja sin saber.',
  },
  evaluate: {
    noJudgement: 'El juicio no se ha medido, porque un recuento no lo capta',
    feedback: (task, words, references) =>
      `«${task}» tiene ${count(words, 'palabra')} y ${count(references, 'referencia')}. Estas notas son recuentos y no dicen nada de la calidad del razonamiento. Lo que significan los hechos debe juzgarlo una persona.`,
  },
  amend: {
    added: (section, number) =>
      `La sección «${section}» contiene ahora ${count(number, 'afirmación', 'afirmaciones')} al respecto.`,
    nothingOn: (topic) =>
      `Ni el briefing ni las fuentes dicen nada sobre ${topic}. Adjunten una fuente al respecto y ejecuten la tarea de nuevo.`,
    needsWriter:
      'Esto pide un juicio o una formulación que la extracción no puede dar; requiere a alguien que redacte.',
    sectionRemoved: (sections) => `Sección ${sections} eliminada.`,
    entriesRemoved: (number) => `${count(number, 'entrada eliminada', 'entradas eliminadas')}.`,
    nothingToRemove: (topic) => `No se ha encontrado nada sobre ${topic} que se pueda eliminar.`,
    cannotShorten: 'Las listas ya son lo más cortas posible sin perder un hallazgo.',
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
