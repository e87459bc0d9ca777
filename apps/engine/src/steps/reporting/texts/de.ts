import { countOf, type ReportTexts } from './report-texts.ts';

const tasksOf = (count: number) => countOf(count, 'Aufgabe', 'Aufgaben');
const quote = (name: string) => `„${name}“`;

export const de: ReportTexts = {
  fullStop: '.',
  quote,
  about: (task, words) => `${task}: ${words}`,
  columns: {
    task: 'Aufgabe',
    agent: 'Agent',
    model: 'Modell',
    state: 'Stand',
    observer: 'Zwischenprüfung',
    evaluation: 'Bewertung',
    rubric: 'Bewertungsraster',
    words: 'Wörter',
    cost: 'Kosten',
    time: 'Dauer',
    expectedScore: 'Erwartete Bewertung',
    tasksSeen: 'Erfahrung (Aufgaben)',
    expectedCost: 'Erwartete Kosten',
    why: 'Begründung',
    shareOfLimit: 'Anteil am Budget',
    askedBy: 'Gefragt von',
    asked: 'Gefragt',
    question: 'Frage',
    purpose: 'Zweck',
    calls: 'Aufrufe',
    counted: 'Angesetzt',
    happened: 'Was geschah',
    answered: 'Beantwortet',
    share: 'Anteil',
    tokensIn: 'Token (Eingabe)',
    tokensOut: 'Token (Ausgabe)',
    modelTime: 'Modellzeit',
    billing: 'Abrechnung',
    costPerPoints: 'Kosten je 10 Punkte',
    criterion: 'Kriterium',
    score: 'Punkte',
    comment: 'Kommentar der Bewertung',
  },
  verdicts: {
    best: 'Gewählt: viel erwarteter Nutzen für seinen Preis',
    explored: 'Gewählt, um seine Qualität kennenzulernen',
    pinned: 'Gewählt: das Projekt ist auf dieses Modell festgelegt',
    not_affordable: 'Kostet mehr als den Anteil der Aufgabe am restlichen Geld',
    failing: 'Bei seinen letzten Aufgaben ausgefallen, daher einen Tag ausgesetzt',
    too_risky: 'Zu unsicher, ob sein Dokument gut wird',
    lower_value: 'Nicht gewählt: siehe erwartete Bewertung und Kosten',
    not_tried: 'Das Projekt ist auf ein anderes Modell festgelegt',
    drawn_lower: 'Diesmal nicht gewählt',
  },
  purposes: {
    plan: 'Aufgaben planen',
    delegate: 'Kollegen für Rückfragen auswählen',
    consult: 'Kollegen befragen',
    draft: 'Entwürfe schreiben',
    observe: 'Entwürfe prüfen',
    revise: 'Entwürfe überarbeiten',
    amend: 'Nach Anmerkungen ändern',
    repair: 'Zitate berichtigen',
    judge: 'Belege beurteilen',
    challenge: 'Einwände gegen die Entscheidungsvorlage',
    search: 'Im Web suchen',
    embed: 'Quellen für die Suche aufbereiten',
    evaluate: 'Ergebnisse bewerten',
  },
  kinds: {
    strategy: 'Strategie',
    research: 'Recherche',
    financial: 'Finanzen',
    creative: 'Kreation',
    analysis: 'Analyse',
    plan: 'Planung',
    general: 'Allgemein',
    synthesis: 'Gesamtergebnis',
  },
  run: {
    title: (engagement) => `Ausführungsbericht: ${engagement}`,
    sections: {
      asked: 'Auftrag',
      made: 'Entstehung',
      tasks: 'Aufgaben',
      evidence: 'Belege',
      conflicts: 'Widersprüche',
      notCompleted: 'Nicht abgeschlossen',
      models: 'Wahl der Modelle',
      budget: 'Budget',
      unknownCalls: 'Aufrufe mit unbekanntem Ausgang',
      time: 'Dauer',
      consultations: 'Rückfragen unter Kollegen',
      searches: 'Suchen in den Quellen',
    },
    outcome: ({ completed, total, endings, average, cost, duration }) => {
      const done =
        completed === total
          ? `**${tasksOf(total)} abgeschlossen.**`
          : `**${completed} von ${tasksOf(total)} abgeschlossen**, ${endings.join(', ')}.`;
      const quality =
        average === null
          ? 'Kein Ergebnis wurde bewertet'
          : `Die durchschnittliche Bewertung liegt bei ${average} von 100 Punkten`;
      return `${done} ${quality}; die Ausführung kostete ${cost} und dauerte ${duration}.`;
    },
    states: {
      completed: 'abgeschlossen',
      failed: 'fehlgeschlagen',
      exhausted: 'Budget ausgeschöpft',
      stopped: 'gestoppt',
      skipped: 'übersprungen',
      not_started: 'nicht begonnen',
    },
    endedAs: (count, state) =>
      state === 'exhausted' ? `${count} wegen ausgeschöpften Budgets beendet` : `${count} ${de.run.states[state]}`,
    request: ({ client, tasks, planned, titles, more }) => {
      const source = planned ? 'aus dem Briefing geplant' : 'wie vorgegeben';
      const list = `${titles.join('; ')}${more > 0 ? ` und ${more} weitere` : ''}`;
      const material = titles.length === 0 ? 'Es lag kein Material bei.' : `Beigefügtes Material: ${list}.`;
      return `Für ${client}. ${tasksOf(tasks)}, ${source}. ${material}`;
    },
    offline: ({ names, answered, offline }) => {
      const share =
        offline === answered
          ? `für ${answered === 1 ? 'die einzige Antwort' : `alle ${answered} Antworten`}`
          : `für ${offline} von ${answered} Antworten`;
      return (
        `**Das Offline-Modell wurde verwendet** (${names}), und zwar ${share}. Es entnimmt seine Inhalte dem Briefing und ` +
        'dem beigefügten Material und kostet nichts. Kein Sprachmodell hat diese Arbeit durchdacht. Seine Bewertungen ' +
        'messen Form und Vollständigkeit, nicht die Qualität des Urteils.'
      );
    },
    budget: {
      limit: 'Budget des Projekts',
      changedLimit: 'Budget des Projekts (seit Beginn geändert)',
      spentByRun: 'Ausgaben dieser Ausführung',
      spentOverAll: 'Ausgaben aller Ausführungen',
      reserved: 'Für laufende Aufrufe zurückgestellt',
      left: 'Verbleibend',
    },
    tokens: (input, output) => `Token: ${input} Eingabe, ${output} Ausgabe.`,
    time: ({ started, reported, duration, paused }) =>
      `Beginn ${started}, Bericht ${reported}: ${duration}${paused === null ? '' : `, davon ${paused} pausiert`}.`,
    conflicts:
      'Für dieselbe Größe nennen Quellen oder Dokumente verschiedene Werte. Klären Sie, welcher gilt, bevor die Dokumente das Haus verlassen.',
    givenBy: (value, filename) => `${value} (${filename})`,
    fromRecord: 'bereits beantwortet',
    noConsultation: 'Es gab keine Rückfragen an Kollegen.',
    moreSearches: (count) => `${count} weitere ${count === 1 ? 'steht' : 'stehen'} im Protokoll.`,
    query: ({ agent, title, id, rows, truncated }) =>
      `${agent} hat die Tabellen nach „${title}“ gefragt (Query ${id}): ${truncated ? `die ersten ${rows} Zeilen` : `Zeilen: ${rows}`}.`,
    unknownCalls: (calls, cost) =>
      `${countOf(calls, 'Aufruf endete', 'Aufrufe endeten')} ohne Antwort, und es ist nicht bekannt, ob ` +
      `${calls === 1 ? 'er' : 'sie'} berechnet ${calls === 1 ? 'wurde' : 'wurden'}. Im Budget ist der ungünstigste Fall ` +
      `angesetzt, zusammen ${cost}; die Rechnung des Anbieters kann niedriger ausfallen.`,
  },
  unfinished: {
    entry: (task, reason, remedy) =>
      `**${task}**: ${reason} *Nächster Schritt:* ${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}.`,
    reasons: {
      failed: 'Die Aufgabe schlug ohne festgehaltenen Grund fehl',
      exhausted: 'Das Budget war ausgeschöpft',
      skipped: 'Eine Aufgabe, auf der sie aufbaut, wurde nicht abgeschlossen',
      stopped: 'Die Aufgabe wurde gestoppt',
      not_started: 'Die Ausführung endete, bevor die Aufgabe beginnen konnte',
    },
    kept: (filename) => ` Das Dokument ${filename} bleibt ohne Bewertung erhalten.`,
    rerun: (filename) => `lassen Sie ${filename} neu erstellen`,
    startAgain: 'starten Sie die Ausführung neu; dabei entsteht von jedem Dokument eine neue Fassung',
    resolveFirst: (tasks, again) => `Beheben Sie zuerst ${tasks.map(quote).join(', ')}, dann ${again}`,
    resolveCause: (again) => `Beheben Sie die genannte Ursache, dann ${again}`,
    budgetThen: (advice, again) => `${advice}, dann ${again}`,
    raiseAbove: (limit) => `Erhöhen Sie das Budget über ${limit} hinaus`,
    raiseTo: ({ limit, raised, open, typical }) =>
      `Erhöhen Sie das Budget von ${limit} auf mindestens ${raised} (${tasksOf(open)} offen, ${typical} je ` +
      'abgeschlossener Aufgabe)',
  },
  review: {
    title: (engagement) => `Betriebsauswertung: ${engagement}`,
    sections: {
      advice: 'Empfehlungen',
      byPurpose: 'Kosten und Zeit nach Zweck',
      byModel: 'Kosten und Zeit nach Modell',
      byAgent: 'Kosten und Zeit nach Agent',
      retries: 'Wiederholungen und Fehlschläge',
      quality: 'Qualität und Kosten',
      criteria: 'Am niedrigsten bewertete Kriterien',
    },
    summary: ({ calls, answered, cost, work, paused, modelTime, atOnce, longest }) =>
      `${countOf(calls, 'Modellaufruf', 'Modellaufrufe')}, davon ${answered} beantwortet, ` +
      `${calls === 1 ? 'kostete' : 'kosteten'} ${cost}. Die Ausführung umfasste ${work} Arbeitszeit` +
      `${paused === null ? '' : ` und ${paused} Pause`}; die Modelle arbeiteten ${modelTime}` +
      `${atOnce === null ? '' : `, im Mittel ${atOnce} Aufrufe gleichzeitig`}.` +
      `${longest === null ? '' : ` Am längsten dauerte die Aufgabe ${quote(longest.task)} (${longest.duration}).`}`,
    noAdvice: 'Keine Kennzahl dieser Ausführung gibt Anlass zu einer Empfehlung.',
    noCall: 'Es gab keinen Aufruf.',
    allAnswered: 'Jeder Aufruf wurde beim ersten Versuch beantwortet.',
    lost: ({ lost, calls, share, retries }) =>
      `${lost} von ${calls} ${calls === 1 ? 'Aufruf' : 'Aufrufen'} ${lost === 1 ? 'brachte' : 'brachten'} keine brauchbare ` +
      `Antwort (${share}); ${retries === 1 ? '1 war eine Wiederholung' : `${retries} waren Wiederholungen`}.`,
    billing: {
      none: 'nicht berechnet',
      billed: 'berechnet, unbrauchbar',
      unknown: 'unbekannt, ungünstigster Fall angesetzt',
    },
    noScore: 'Keine Aufgabe wurde bewertet.',
    noCriterion: 'Kein Kriterium wurde bewertet.',
  },
  advice: {
    exhausted: (open, advice) =>
      `Das Budget war ausgeschöpft, ${tasksOf(open)} ${open === 1 ? 'blieb' : 'blieben'} offen: ${advice}.`,
    failures: ({ failed, skipped, tasks }) => {
      const lost =
        skipped > 0 ? `, ${skipped} weitere ${skipped === 1 ? 'konnte' : 'konnten'} deshalb nicht beginnen` : '';
      const names = tasks.map(quote).join(', ');
      return (
        `${tasksOf(failed)} ${failed === 1 ? 'schlug' : 'schlugen'} fehl${lost}: Beheben Sie zuerst ${names} (die Gründe ` +
        'stehen im Ausführungsbericht).'
      );
    },
    offline: (offline, answered) =>
      `${offline} von ${answered} ${answered === 1 ? 'Antwort' : 'Antworten'} ${offline === 1 ? 'stammt' : 'stammen'} vom ` +
      'Offline-Modell: Binden Sie einen Anbieter von Sprachmodellen an, bevor diese Dokumente zum Kunden gehen, und planen ' +
      'Sie dafür Kosten ein, die diese Ausführung nicht zeigt.',
    lostTries: ({ model, lost, calls, share }) =>
      `${model} gab bei ${lost} von ${calls} Aufrufen keine brauchbare Antwort (${share}): Prüfen Sie Anbieter und ` +
      'Ratenbegrenzung, oder nehmen Sie das Modell aus dem Katalog.',
    unusable: ({ cost, answers, models }) =>
      `${cost} wurden für ${countOf(answers, 'unbrauchbare Antwort', 'unbrauchbare Antworten')} von ${models} gezahlt: ` +
      `Ein Modell, das das verlangte Format einhält, spart diese Kosten.`,
    unknownCost: ({ counted, cost, share }) =>
      `${counted} von ${cost} (${share}) sind der ungünstigste Fall von Aufrufen mit unbekanntem Ausgang: Gleichen Sie den ` +
      'Betrag mit der Rechnung des Anbieters ab, und erhöhen Sie ein knappes Budget um den Unterschied.',
    waiting: ({ atOnce, duration, dependent, tasks }) =>
      `Im Mittel liefen über ${duration} nur ${atOnce} Aufgaben gleichzeitig, weil ${dependent} von ${tasks} auf andere ` +
      'warten: Entfernen Sie Abhängigkeiten, die nicht nötig sind.',
    weakTask: ({ task, score, limit, lowest, filename }) =>
      `${quote(task)} erhielt ${score} Punkte und liegt damit unter ${limit}` +
      `${lowest === null ? '' : `; am niedrigsten ist das Kriterium ${lowest.criterion} mit ${lowest.score}`}: Fordern Sie ` +
      `eine Überarbeitung von ${filename} mit einer Anmerkung zu diesem Kriterium an.`,
    weakCriterion: ({ criterion, average, tasks, limit }) =>
      `${criterion} liegt über ${tasksOf(tasks)} im Mittel bei ${average} und damit unter ${limit}: Beschreiben Sie im ` +
      'Briefing oder in den Aufgaben, was dafür verlangt ist.',
    missingEvidence: (average, tasks) =>
      `Es lagen 0 Quellen bei, und die Kriterien zu Belegen kommen über ${tasksOf(tasks)} im Mittel auf ${average}: Fügen Sie ` +
      'Material bei, das die Dokumente stützt.',
    disagreement: ({ task, observed, score, points }) =>
      `Zwischenprüfung (${observed}) und Bewertung (${score}) liegen bei ${quote(task)} um ${points} Punkte auseinander: ` +
      'Lesen Sie das Dokument selbst, bevor Sie es freigeben.',
    revisions: ({ revised, drafted, tasks }) =>
      `Die Zwischenprüfung gab ${revised} von ${countOf(drafted, 'Entwurf', 'Entwürfen')} aus ${tasksOf(tasks)} zurück: ` +
      'Genauere Aufgabenbeschreibungen ersparen diese zweiten Entwürfe.',
    budgetLeft: ({ left, limit, share, cost }) =>
      `Von ${limit} bleiben ${left} (${share}), und diese Ausführung kostete ${cost}: Erhöhen Sie das Budget vor der ` +
      'nächsten Ausführung.',
    checking: ({ cost, share, models }) =>
      `Prüfen und Bewerten kosteten ${cost} (${share} der Ausführung) mit ${models}: Ein günstigeres Standardmodell im ` +
      'Katalog urteilt für weniger Geld.',
    consulting: (cost, share) =>
      `Rückfragen an Kollegen kosteten ${cost} (${share} der Ausführung): Aufgabenbeschreibungen, die die Fragen im ` +
      'Ausführungsbericht beantworten, machen sie überflüssig.',
    dearTask: ({ task, cost, share, tasks }) =>
      `${quote(task)} kostete ${cost} (${share} der Ausführung mit ${tasks} Aufgaben): Grenzen Sie die Aufgabe ein, oder ` +
      'teilen Sie sie auf.',
    costWithoutQuality: ({ task, cost, times, score, others, model }) =>
      `${quote(task)} kostete ${cost}, das ${times}-Fache des Mittels der anderen Aufgaben, und erhielt ${score} Punkte ` +
      `gegenüber ${others}: ${model ?? 'Das Modell'} war für diese Aufgabe seinen Preis nicht wert.`,
  },
  libraryTitle: ({ engagement, completed, total, kinds, average }) => {
    const done = completed === total ? tasksOf(completed) : `${completed} von ${tasksOf(total)}`;
    const score = average === null ? 'ohne Bewertung' : `Bewertung im Mittel ${average}`;
    return `${engagement}: ${done} (${kinds.join(', ')}), ${score}`;
  },
};
