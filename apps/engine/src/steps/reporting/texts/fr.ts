import type { ReportTexts } from './report-texts.ts';

/** French counts 0 and 1 in the singular. */
const countOf = (count: number, one: string, many: string) => `${count} ${count < 2 ? one : many}`;
const tasksOf = (count: number) => countOf(count, 'tâche', 'tâches');
const quote = (name: string) => `« ${name} »`;

export const fr: ReportTexts = {
  fullStop: '.',
  quote,
  about: (task, words) => `${task} : ${words}`,
  columns: {
    task: 'Tâche',
    agent: 'Agent',
    model: 'Modèle',
    state: 'État',
    observer: 'Relecture',
    evaluation: 'Évaluation',
    rubric: 'Grille',
    words: 'Mots',
    cost: 'Coût',
    time: 'Durée',
    expectedScore: 'Note attendue',
    tasksSeen: 'Tâches observées',
    expectedCost: 'Coût attendu',
    why: 'Motif',
    shareOfLimit: 'Part du budget',
    askedBy: 'Demandé par',
    asked: 'Interrogé',
    question: 'Question',
    purpose: 'Objet',
    calls: 'Appels',
    counted: 'Imputé',
    happened: 'Ce qui s’est passé',
    answered: 'Réponses',
    share: 'Part',
    tokensIn: 'Jetons en entrée',
    tokensOut: 'Jetons en sortie',
    modelTime: 'Temps des modèles',
    billing: 'Facturation',
    costPerPoints: 'Coût pour 10 points',
    criterion: 'Critère',
    score: 'Note',
    comment: 'Commentaire de l’évaluateur',
  },
  verdicts: {
    best: 'Choisi : bonne valeur attendue pour son prix',
    explored: 'Choisi pour connaître sa qualité',
    pinned: 'Choisi : la mission est fixée sur ce modèle',
    not_affordable: 'Coûte plus que la part de la tâche dans le budget restant',
    failing: 'En échec lors de ses dernières tâches, donc écarté pour un jour',
    too_risky: 'Trop incertain que son document soit bon',
    lower_value: 'Non choisi : voir sa note attendue et son coût',
    not_tried: 'La mission est fixée sur un autre modèle',
    drawn_lower: 'Non choisi cette fois',
  },
  purposes: {
    plan: 'Planifier les tâches',
    delegate: 'Choisir les collègues à interroger',
    consult: 'Interroger les collègues',
    draft: 'Rédiger',
    observe: 'Relire les projets',
    revise: 'Réviser les projets',
    amend: 'Modifier selon les remarques',
    repair: 'Corriger les citations',
    judge: 'Juger si les sources appuient les affirmations',
    challenge: 'Objections à la note de décision',
    search: 'Chercher sur le web',
    embed: 'Indexer les sources',
    evaluate: 'Évaluer les livrables',
  },
  kinds: {
    strategy: 'stratégie',
    research: 'étude',
    financial: 'finance',
    creative: 'création',
    analysis: 'analyse',
    plan: 'plan',
    general: 'général',
    synthesis: 'synthèse',
  },
  run: {
    title: (engagement) => `Rapport d’exécution : ${engagement}`,
    sections: {
      asked: 'La demande',
      made: 'Mode de production',
      tasks: 'Tâches',
      evidence: 'Contrôle des citations',
      conflicts: 'Contradictions',
      notCompleted: 'Tâches non terminées',
      models: 'Choix des modèles',
      budget: 'Budget',
      unknownCalls: 'Appels à l’issue inconnue',
      time: 'Durée',
      consultations: 'Consultations',
      searches: 'Recherches dans les sources',
    },
    outcome: ({ completed, total, endings, average, cost, duration }) => {
      const done =
        completed === total
          ? `**${tasksOf(total)} ${total < 2 ? 'terminée' : 'terminées'}.**`
          : `**${completed} sur ${tasksOf(total)} ${completed < 2 ? 'terminée' : 'terminées'}**, ${endings.join(', ')}.`;
      const quality = average === null ? 'Aucun livrable n’a été noté' : `La note moyenne est de ${average} sur 100`;
      return `${done} ${quality} ; l’exécution a coûté ${cost} et duré ${duration}.`;
    },
    states: {
      completed: 'terminée',
      failed: 'échouée',
      exhausted: 'arrêtée, budget épuisé',
      stopped: 'interrompue',
      skipped: 'ignorée',
      not_started: 'non commencée',
    },
    endedAs: (count, state) => {
      const many = { failed: 'échouées', stopped: 'interrompues', skipped: 'ignorées', not_started: 'non commencées' };
      if (state === 'exhausted') return `${count} ${count < 2 ? 'arrêtée' : 'arrêtées'} faute de budget`;
      return countOf(count, fr.run.states[state], many[state]);
    },
    request: ({ client, tasks, planned, titles, more }) => {
      const source = planned ? 'planifiées à partir du brief' : 'telles que fournies';
      const list = `${titles.join(' ; ')}${more > 0 ? ` et ${countOf(more, 'autre', 'autres')}` : ''}`;
      const material = titles.length === 0 ? 'Aucun document n’était joint.' : `Documents joints : ${list}.`;
      const one = planned ? 'planifiée à partir du brief' : 'telle que fournie';
      return `Pour ${client}. ${tasksOf(tasks)}, ${tasks < 2 ? one : source}. ${material}`;
    },
    offline: ({ names, answered, offline }) => {
      const all = answered < 2 ? 'la seule réponse' : `les ${answered} réponses`;
      const share = offline === answered ? all : `${offline} des ${answered} réponses`;
      return (
        `**Le modèle hors ligne a été utilisé** (${names}) pour ${share}. Il extrait du brief et des documents joints, et ne ` +
        'coûte rien. Aucun modèle de langage n’a raisonné sur ce travail. Ses notes mesurent la forme et la couverture, ' +
        'non la qualité du jugement.'
      );
    },
    budget: {
      limit: 'Budget de la mission',
      changedLimit: 'Budget de la mission (modifié depuis le début)',
      spentByRun: 'Dépensé par cette exécution',
      spentOverAll: 'Dépensé par toutes les exécutions',
      reserved: 'Réservé pour les appels en cours',
      left: 'Restant',
    },
    tokens: (input, output) => `Jetons : ${input} en entrée, ${output} en sortie.`,
    time: ({ started, reported, duration, paused }) =>
      `Début le ${started}, rapport établi le ${reported} : ${duration}${paused === null ? '' : `, dont ${paused} de pause`}.`,
    conflicts:
      'Des sources ou des documents donnent des valeurs différentes pour une même grandeur. Tranchez avant de remettre les documents au client.',
    givenBy: (value, filename) => `${value} (${filename})`,
    fromRecord: 'déjà répondu',
    noConsultation: 'Aucun agent n’a interrogé de collègue.',
    moreSearches: (count) => `${countOf(count, 'autre figure', 'autres figurent')} dans le journal.`,
    query: ({ agent, title, id, rows, truncated }) =>
      `${agent} a interrogé les tableaux sur « ${title} » (Query ${id}) : ${truncated ? `les ${rows} premières lignes` : `lignes : ${rows}`}.`,
    unknownCalls: (calls, cost) =>
      `${countOf(calls, 'appel s’est terminé', 'appels se sont terminés')} sans réponse, sans que l’on sache ` +
      `${calls < 2 ? 's’il a été facturé' : 's’ils ont été facturés'}. Le budget retient le cas le plus défavorable, ${cost} ` +
      'au total ; la facture du fournisseur peut être inférieure.',
  },
  unfinished: {
    entry: (task, reason, remedy) => `**${task}** : ${reason} *À faire :* ${remedy}.`,
    reasons: {
      failed: 'La tâche a échoué sans motif enregistré',
      exhausted: 'Le budget était épuisé',
      skipped: 'Une tâche dont elle dépend n’a pas abouti',
      stopped: 'La tâche a été interrompue',
      not_started: 'L’exécution s’est terminée avant que la tâche ne commence',
    },
    kept: (filename) => ` Son document ${filename} est conservé, sans note.`,
    rerun: (filename) => `relancez ${filename}`,
    startAgain: 'relancez l’exécution, qui produira une nouvelle version de chaque document',
    resolveFirst: (tasks, again) => `réglez d’abord ${tasks.map(quote).join(', ')}, puis ${again}`,
    resolveCause: (again) => `remédiez à la cause ci-dessus, puis ${again}`,
    budgetThen: (advice, again) => `${advice}, puis ${again}`,
    raiseAbove: (limit) => `portez le budget au-delà de ${limit}`,
    raiseTo: ({ limit, raised, open, typical }) =>
      `portez le budget de ${limit} à au moins ${raised} (${tasksOf(open)} en attente, ${typical} par tâche terminée)`,
  },
  review: {
    title: (engagement) => `Bilan d’exploitation : ${engagement}`,
    sections: {
      advice: 'Recommandations',
      byPurpose: 'Coût et temps par objet',
      byModel: 'Coût et temps par modèle',
      byAgent: 'Coût et temps par agent',
      retries: 'Nouvelles tentatives et échecs',
      quality: 'Qualité et coût',
      criteria: 'Critères les moins bien notés',
    },
    summary: ({ calls, answered, cost, work, paused, modelTime, atOnce, longest }) =>
      `${countOf(calls, 'appel', 'appels')} aux modèles, dont ${answered} avec réponse, pour un coût de ${cost}. L’exécution ` +
      `a représenté ${work} de travail${paused === null ? '' : ` et ${paused} de pause`} ; les modèles ont travaillé ` +
      `${modelTime}${atOnce === null ? '' : `, avec en moyenne ${atOnce} appels simultanés`}.` +
      `${longest === null ? '' : ` La tâche la plus longue a été ${quote(longest.task)} (${longest.duration}).`}`,
    noAdvice: 'Aucun chiffre de cette exécution n’appelle de recommandation.',
    noCall: 'Aucun appel n’a été effectué.',
    allAnswered: 'Chaque appel a reçu une réponse à la première tentative.',
    lost: ({ lost, calls, share, retries }) =>
      `${lost} sur ${countOf(calls, 'appel', 'appels')} sans réponse exploitable (${share}) ; ` +
      `${countOf(retries, 'était une nouvelle tentative', 'étaient de nouvelles tentatives')}.`,
    billing: {
      none: 'non facturé',
      billed: 'facturé, inexploitable',
      unknown: 'inconnu, cas le plus défavorable imputé',
    },
    noScore: 'Aucune tâche n’a été notée.',
    noCriterion: 'Aucun critère n’a été noté.',
  },
  advice: {
    exhausted: (open, advice) => `Le budget s’est épuisé alors que ${tasksOf(open)} restaient à faire : ${advice}.`,
    failures: ({ failed, skipped, tasks }) => {
      const lost =
        skipped > 0
          ? ` et ${skipped < 2 ? 'a' : 'ont'} empêché ${countOf(skipped, 'autre', 'autres')} de commencer`
          : '';
      const names = tasks.map(quote).join(', ');
      return (
        `${tasksOf(failed)} ${failed < 2 ? 'a échoué' : 'ont échoué'}${lost} : réglez d’abord ${names} (les motifs figurent ` +
        'dans le rapport d’exécution).'
      );
    },
    offline: (offline, answered) =>
      `${offline} sur ${countOf(answered, 'réponse', 'réponses')} ${offline < 2 ? 'provient' : 'proviennent'} du modèle hors ` +
      'ligne : connectez un fournisseur de modèles de langage avant de remettre ces documents au client, et prévoyez des ' +
      'coûts que cette exécution ne montre pas.',
    lostTries: ({ model, lost, calls, share }) =>
      `${model} n’a donné aucune réponse exploitable pour ${lost} appels sur ${calls} (${share}) : vérifiez le fournisseur ` +
      'et ses limites de débit, ou retirez ce modèle du catalogue.',
    unusable: ({ cost, answers, models }) =>
      `${cost} ont été payés pour ${countOf(answers, 'réponse inexploitable', 'réponses inexploitables')} de ${models} : un ` +
      'modèle qui respecte le format demandé éviterait ce coût.',
    unknownCost: ({ counted, cost, share }) =>
      `${counted} sur ${cost} (${share}) correspondent au cas le plus défavorable d’appels à l’issue inconnue : comparez-les ` +
      'à la facture du fournisseur et, si le budget est juste, augmentez-le de la différence.',
    waiting: ({ atOnce, duration, dependent, tasks }) =>
      `En moyenne, ${atOnce} tâches ont été exécutées simultanément pendant ${duration}, car ${dependent} sur ${tasks} en ` +
      'attendent d’autres : supprimez les dépendances inutiles.',
    weakTask: ({ task, score, limit, lowest, filename }) =>
      `${quote(task)} a obtenu ${score}, en dessous de ${limit}` +
      `${lowest === null ? '' : ` ; son critère le plus faible est ${lowest.criterion}, à ${lowest.score}`} : demandez une ` +
      `révision de ${filename} avec une remarque sur ce critère.`,
    weakCriterion: ({ criterion, average, tasks, limit }) =>
      `${criterion} obtient ${average} en moyenne sur ${tasksOf(tasks)}, en dessous de ${limit} : précisez dans le brief ou ` +
      'dans les tâches ce qu’il exige.',
    missingEvidence: (average, tasks) =>
      `0 source n’était jointe, et les critères relatifs aux preuves obtiennent ${average} en moyenne sur ${tasksOf(tasks)} : ` +
      'joignez des documents qui étayent les livrables.',
    disagreement: ({ task, observed, score, points }) =>
      `La relecture (${observed}) et l’évaluation (${score}) divergent de ${points} points sur ${quote(task)} : lisez le ` +
      'document vous-même avant de l’approuver.',
    revisions: ({ revised, drafted, tasks }) =>
      `La relecture a renvoyé ${revised} sur ${countOf(drafted, 'projet', 'projets')} de ${tasksOf(tasks)} : des ` +
      'descriptions plus précises éviteraient ces seconds projets.',
    budgetLeft: ({ left, limit, share, cost }) =>
      `Il reste ${left} sur ${limit} (${share}) et cette exécution a coûté ${cost} : augmentez le budget avant la prochaine ` +
      'exécution.',
    checking: ({ cost, share, models }) =>
      `La relecture et l’évaluation ont coûté ${cost} (${share} de l’exécution) avec ${models} : un modèle standard moins ` +
      'cher du catalogue jugerait à moindre coût.',
    consulting: (cost, share) =>
      `Interroger les collègues a coûté ${cost} (${share} de l’exécution) : des descriptions de tâches qui répondent aux ` +
      'questions du rapport d’exécution rendraient ces consultations inutiles.',
    dearTask: ({ task, cost, share, tasks }) =>
      `${quote(task)} a coûté ${cost} (${share} de l’exécution, ${tasks} tâches) : restreignez cette tâche ou divisez-la.`,
    costWithoutQuality: ({ task, cost, times, score, others, model }) =>
      `${quote(task)} a coûté ${cost}, soit ${times} fois la moyenne des autres tâches, et a obtenu ${score} contre ` +
      `${others} : ${model ?? 'son modèle'} ne valait pas son prix pour cette tâche.`,
  },
  libraryTitle: ({ engagement, completed, total, kinds, average }) => {
    const done = completed === total ? tasksOf(completed) : `${completed} sur ${tasksOf(total)}`;
    const score = average === null ? 'sans note' : `note moyenne ${average}`;
    return `${engagement} : ${done} (${kinds.join(', ')}), ${score}`;
  },
};
