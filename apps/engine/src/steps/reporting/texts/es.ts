import { countOf, type ReportTexts } from './report-texts.ts';

const tasksOf = (count: number) => countOf(count, 'tarea', 'tareas');
const quote = (name: string) => `«${name}»`;

export const es: ReportTexts = {
  fullStop: '.',
  quote,
  about: (task, words) => `${task}: ${words}`,
  columns: {
    task: 'Tarea',
    agent: 'Agente',
    model: 'Modelo',
    state: 'Estado',
    observer: 'Revisión previa',
    evaluation: 'Evaluación',
    rubric: 'Rúbrica',
    words: 'Palabras',
    cost: 'Coste',
    time: 'Duración',
    expectedScore: 'Puntuación prevista',
    tasksSeen: 'Tareas observadas',
    expectedCost: 'Coste previsto',
    why: 'Motivo',
    shareOfLimit: 'Parte del presupuesto',
    askedBy: 'Pregunta de',
    asked: 'Consultado',
    question: 'Pregunta',
    purpose: 'Finalidad',
    calls: 'Llamadas',
    counted: 'Imputado',
    happened: 'Qué ocurrió',
    answered: 'Respondidas',
    share: 'Parte',
    tokensIn: 'Tokens de entrada',
    tokensOut: 'Tokens de salida',
    modelTime: 'Tiempo de los modelos',
    billing: 'Facturación',
    costPerPoints: 'Coste por 10 puntos',
    criterion: 'Criterio',
    score: 'Puntuación',
    comment: 'Comentario del evaluador',
  },
  verdicts: {
    best: 'Elegido: buen valor esperado por su precio',
    explored: 'Elegido para conocer su calidad',
    pinned: 'Elegido: el proyecto está fijado a este modelo',
    not_affordable: 'Cuesta más que la parte de la tarea en el dinero restante',
    failing: 'Falló en sus últimas tareas, por lo que se descarta durante un día',
    too_risky: 'Demasiado incierto que su documento sea bueno',
    lower_value: 'No elegido: véanse su puntuación y su coste esperados',
    not_tried: 'El proyecto está fijado a otro modelo',
    drawn_lower: 'No elegido esta vez',
  },
  purposes: {
    plan: 'Planificar las tareas',
    delegate: 'Elegir a los colegas que consultar',
    consult: 'Consultar a los colegas',
    draft: 'Redactar',
    observe: 'Revisar los borradores',
    revise: 'Reelaborar los borradores',
    amend: 'Modificar según las observaciones',
    repair: 'Corregir las citas',
    judge: 'Juzgar si las fuentes respaldan las afirmaciones',
    challenge: 'Objeciones al informe para la decisión',
    search: 'Buscar en la web',
    embed: 'Indexar las fuentes',
    evaluate: 'Evaluar los entregables',
  },
  kinds: {
    strategy: 'estrategia',
    research: 'investigación',
    financial: 'finanzas',
    creative: 'creatividad',
    analysis: 'análisis',
    plan: 'plan',
    general: 'general',
    synthesis: 'síntesis',
  },
  run: {
    title: (engagement) => `Informe de ejecución: ${engagement}`,
    sections: {
      asked: 'Encargo',
      made: 'Elaboración',
      tasks: 'Tareas',
      evidence: 'Comprobación de las citas',
      conflicts: 'Contradicciones',
      notCompleted: 'Tareas sin completar',
      models: 'Elección de modelos',
      budget: 'Presupuesto',
      unknownCalls: 'Llamadas de resultado desconocido',
      time: 'Duración',
      consultations: 'Consultas',
      searches: 'Búsquedas en las fuentes',
    },
    outcome: ({ completed, total, endings, average, cost, duration }) => {
      const done =
        completed === total
          ? `**${tasksOf(total)} ${total === 1 ? 'completada' : 'completadas'}.**`
          : `**${completed} de ${tasksOf(total)} ${completed === 1 ? 'completada' : 'completadas'}**, ${endings.join(', ')}.`;
      const quality =
        average === null ? 'No se ha puntuado ningún entregable' : `La puntuación media es de ${average} sobre 100`;
      return `${done} ${quality}; la ejecución costó ${cost} y duró ${duration}.`;
    },
    states: {
      completed: 'completada',
      failed: 'fallida',
      exhausted: 'terminada por agotarse el presupuesto',
      stopped: 'detenida',
      skipped: 'omitida',
      not_started: 'no iniciada',
    },
    endedAs: (count, state) => {
      const many = { failed: 'fallidas', stopped: 'detenidas', skipped: 'omitidas', not_started: 'no iniciadas' };
      if (state === 'exhausted')
        return `${count} ${count === 1 ? 'terminada' : 'terminadas'} por agotarse el presupuesto`;
      return countOf(count, es.run.states[state], many[state]);
    },
    request: ({ client, tasks, planned, titles, more }) => {
      const [one, many] = planned
        ? ['planificada a partir del encargo', 'planificadas a partir del encargo']
        : ['tal como se indicó', 'tal como se indicaron'];
      const list = `${titles.join('; ')}${more > 0 ? ` y ${more} más` : ''}`;
      const material = titles.length === 0 ? 'No se adjuntó material.' : `Material adjunto: ${list}.`;
      return `Para ${client}. ${tasksOf(tasks)}, ${tasks === 1 ? one : many}. ${material}`;
    },
    offline: ({ names, answered, offline }) => {
      const all = answered === 1 ? 'la única respuesta' : `las ${answered} respuestas`;
      const share = offline === answered ? all : `${offline} de las ${answered} respuestas`;
      return (
        `**Se utilizó el modelo sin conexión** (${names}) para ${share}. Extrae del encargo y del material adjunto y no ` +
        'cuesta nada. Ningún modelo de lenguaje razonó sobre ese trabajo. Sus puntuaciones miden la forma y la cobertura, ' +
        'no el criterio.'
      );
    },
    budget: {
      limit: 'Presupuesto del proyecto',
      changedLimit: 'Presupuesto del proyecto (modificado desde el inicio)',
      spentByRun: 'Gastado en esta ejecución',
      spentOverAll: 'Gastado en todas las ejecuciones',
      reserved: 'Reservado para llamadas en curso',
      left: 'Disponible',
    },
    tokens: (input, output) => `Tokens: ${input} de entrada, ${output} de salida.`,
    time: ({ started, reported, duration, paused }) =>
      `Inicio: ${started}; informe: ${reported}; duración: ${duration}${paused === null ? '' : `, de ella ${paused} en pausa`}.`,
    conflicts:
      'Fuentes o documentos dan valores distintos para una misma magnitud. Aclare cuál vale antes de entregar los documentos.',
    givenBy: (value, filename) => `${value} (${filename})`,
    fromRecord: 'ya respondida',
    noConsultation: 'Ningún agente consultó a un colega.',
    moreSearches: (count) => `${count} más ${count === 1 ? 'figura' : 'figuran'} en el registro.`,
    query: ({ agent, title, id, rows, truncated }) =>
      `${agent} consultó las tablas sobre «${title}» (Query ${id}): ${truncated ? `las primeras ${rows} filas` : `filas: ${rows}`}.`,
    unknownCalls: (calls, cost) =>
      `${countOf(calls, 'llamada terminó', 'llamadas terminaron')} sin respuesta, y no se sabe si ` +
      `${calls === 1 ? 'se facturó' : 'se facturaron'}. El presupuesto cuenta el caso más desfavorable, ${cost} en total; la ` +
      'factura del proveedor puede ser inferior.',
  },
  unfinished: {
    entry: (task, reason, remedy) => `**${task}**: ${reason} *Qué hacer:* ${remedy}.`,
    reasons: {
      failed: 'La tarea falló sin un motivo registrado',
      exhausted: 'El presupuesto se agotó',
      skipped: 'Una tarea de la que depende no se completó',
      stopped: 'La tarea se detuvo',
      not_started: 'La ejecución terminó antes de que la tarea pudiera empezar',
    },
    kept: (filename) => ` Su documento ${filename} se conserva, sin puntuación.`,
    rerun: (filename) => `vuelva a ejecutar ${filename}`,
    startAgain: 'inicie de nuevo la ejecución, que creará una nueva versión de cada documento',
    resolveFirst: (tasks, again) => `resuelva primero ${tasks.map(quote).join(', ')} y después ${again}`,
    resolveCause: (again) => `resuelva la causa indicada y después ${again}`,
    budgetThen: (advice, again) => `${advice} y después ${again}`,
    raiseAbove: (limit) => `aumente el presupuesto por encima de ${limit}`,
    raiseTo: ({ limit, raised, open, typical }) =>
      `aumente el presupuesto de ${limit} a ${raised} como mínimo (${tasksOf(open)} ${open === 1 ? 'pendiente' : 'pendientes'}, ` +
      `${typical} por tarea completada)`,
  },
  review: {
    title: (engagement) => `Balance operativo: ${engagement}`,
    sections: {
      advice: 'Recomendaciones',
      byPurpose: 'Coste y tiempo por finalidad',
      byModel: 'Coste y tiempo por modelo',
      byAgent: 'Coste y tiempo por agente',
      retries: 'Reintentos y fallos',
      quality: 'Calidad y coste',
      criteria: 'Criterios peor puntuados',
    },
    summary: ({ calls, answered, cost, work, paused, modelTime, atOnce, longest }) =>
      `${countOf(calls, 'llamada', 'llamadas')} a modelos, ${answered} con respuesta, con un coste de ${cost}. La ejecución ` +
      `supuso ${work} de trabajo${paused === null ? '' : ` y ${paused} de pausa`}; los modelos trabajaron ${modelTime}` +
      `${atOnce === null ? '' : `, con una media de ${atOnce} llamadas simultáneas`}.` +
      `${longest === null ? '' : ` La tarea más larga fue ${quote(longest.task)} (${longest.duration}).`}`,
    noAdvice: 'Ninguna cifra de esta ejecución da motivo para una recomendación.',
    noCall: 'No se hizo ninguna llamada.',
    allAnswered: 'Todas las llamadas obtuvieron respuesta al primer intento.',
    lost: ({ lost, calls, share, retries }) =>
      `${lost} de ${countOf(calls, 'llamada', 'llamadas')} sin respuesta utilizable (${share}); ` +
      `${retries === 1 ? '1 fue un reintento' : `${retries} fueron reintentos`}.`,
    billing: {
      none: 'no facturada',
      billed: 'facturada, inutilizable',
      unknown: 'desconocida, se cuenta el caso más desfavorable',
    },
    noScore: 'No se ha puntuado ninguna tarea.',
    noCriterion: 'No se ha puntuado ningún criterio.',
  },
  advice: {
    exhausted: (open, advice) =>
      `El presupuesto se agotó con ${tasksOf(open)} ${open === 1 ? 'pendiente' : 'pendientes'}: ${advice}.`,
    failures: ({ failed, skipped, tasks }) => {
      const lost =
        skipped > 0
          ? ` e ${failed === 1 ? 'impidió' : 'impidieron'} ${skipped === 1 ? 'que empezara otra' : `que empezaran otras ${skipped}`}`
          : '';
      const names = tasks.map(quote).join(', ');
      return (
        `${tasksOf(failed)} ${failed === 1 ? 'falló' : 'fallaron'}${lost}: resuelva primero ${names} (los motivos figuran en ` +
        'el informe de ejecución).'
      );
    },
    offline: (offline, answered) =>
      `${offline} de ${countOf(answered, 'respuesta', 'respuestas')} ${offline === 1 ? 'procede' : 'proceden'} del modelo sin ` +
      'conexión: conecte un proveedor de modelos de lenguaje antes de entregar estos documentos al cliente y prevea costes ' +
      'que esta ejecución no muestra.',
    lostTries: ({ model, lost, calls, share }) =>
      `${model} no dio ninguna respuesta utilizable en ${lost} de ${calls} llamadas (${share}): compruebe el proveedor y sus ` +
      'límites de uso, o retire el modelo del catálogo.',
    unusable: ({ cost, answers, models }) =>
      `Se pagaron ${cost} por ${countOf(answers, 'respuesta inutilizable', 'respuestas inutilizables')} de ${models}: un ` +
      'modelo que respete el formato pedido ahorraría este coste.',
    unknownCost: ({ counted, cost, share }) =>
      `${counted} de ${cost} (${share}) corresponden al caso más desfavorable de llamadas de resultado desconocido: ` +
      'compárelos con la factura del proveedor y, si el presupuesto es escaso, auméntelo en la diferencia.',
    waiting: ({ atOnce, duration, dependent, tasks }) =>
      `Durante ${duration} se ejecutaron de media ${atOnce} tareas a la vez, porque ${dependent} de ${tasks} esperan a ` +
      'otras: elimine las dependencias que no sean necesarias.',
    weakTask: ({ task, score, limit, lowest, filename }) =>
      `${quote(task)} obtuvo ${score} puntos, por debajo de ${limit}` +
      `${lowest === null ? '' : `; su criterio más bajo es ${lowest.criterion}, con ${lowest.score}`}: pida una revisión de ` +
      `${filename} con una observación sobre ese criterio.`,
    weakCriterion: ({ criterion, average, tasks, limit }) =>
      `${criterion} obtuvo una media de ${average} en ${tasksOf(tasks)}, por debajo de ${limit}: indique en el encargo o en ` +
      'las tareas qué exige.',
    missingEvidence: (average, tasks) =>
      `Se adjuntaron 0 fuentes, y los criterios sobre pruebas obtuvieron una media de ${average} en ${tasksOf(tasks)}: ` +
      'adjunte material que respalde los documentos.',
    disagreement: ({ task, observed, score, points }) =>
      `La revisión previa (${observed}) y la evaluación (${score}) difieren en ${points} puntos en ${quote(task)}: léalo usted ` +
      'antes de aprobarlo.',
    revisions: ({ revised, drafted, tasks }) =>
      `La revisión previa devolvió ${revised} de ${countOf(drafted, 'borrador', 'borradores')} de ${tasksOf(tasks)}: unas ` +
      'descripciones más precisas evitarían esos segundos borradores.',
    budgetLeft: ({ left, limit, share, cost }) =>
      `Quedan ${left} de ${limit} (${share}) y esta ejecución costó ${cost}: aumente el presupuesto antes de la próxima ` +
      'ejecución.',
    checking: ({ cost, share, models }) =>
      `Revisar y evaluar costó ${cost} (${share} de la ejecución) con ${models}: un modelo estándar más barato del catálogo ` +
      'juzgaría por menos.',
    consulting: (cost, share) =>
      `Consultar a los colegas costó ${cost} (${share} de la ejecución): unas descripciones de tareas que respondan a las ` +
      'preguntas del informe de ejecución las harían innecesarias.',
    dearTask: ({ task, cost, share, tasks }) =>
      `${quote(task)} costó ${cost} (${share} de la ejecución, ${tasks} tareas): acote la tarea o divídala.`,
    costWithoutQuality: ({ task, cost, times, score, others, model }) =>
      `${quote(task)} costó ${cost}, ${times} veces la media de las demás tareas, y obtuvo ${score} puntos frente a ` +
      `${others}: ${model ?? 'su modelo'} no valió su precio en esta tarea.`,
  },
  libraryTitle: ({ engagement, completed, total, kinds, average }) => {
    const done = completed === total ? tasksOf(completed) : `${completed} de ${tasksOf(total)}`;
    const score = average === null ? 'sin puntuar' : `puntuación media ${average}`;
    return `${engagement}: ${done} (${kinds.join(', ')}), ${score}`;
  },
};
