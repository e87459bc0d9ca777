import type { AskingWords } from './asking-words.ts';

const set =
  '(?:fixée?s?|arrêtée?s?|décidée?s?|approuvée?s?|convenue?s?|validée?s?|votée?s?|accordée?s?|promise?s?|exigée?s?|demandée?s?|retenue?s?|choisie?s?|désignée?s?|attendue?s?|négociée?s?|imposée?s?|autorisée?s?|indiquée?s?|souhaitée?s?|signée?s?|communiquée?s?|définie?s?|notifiée?s?|prescrite?s?|garantie?s?)';

export const french: AskingWords = {
  nouns: {
    figure:
      /(?<!\p{L})(?:budget|enveloppe|plafond|plancher|seuil|limite|(?<!\p{L}{4}\s)(?:objectif|cible)|quota|taux(?: d[’']actualisation| d[’']intérêt| de marge| de rendement| de \p{L}+| d[’']\p{L}+)?|marge|prix|tarif|loyer|salaire|subvention|prêt|capacité|part|volume|minimum|maximum|réserve|délai de retour|rendement|remise|chiffre d[’']affaires|croissance|préavis|redevance|caution|pénalité|effectif|fréquence|montant|norme|dividende|honoraires|apport|dotation)s?(?!\p{L})/giu,
    date: /(?<!\p{L})(?:date(?: limite| d[’']\p{L}+| de \p{L}+)?|échéance|délai|terme|ouverture|livraison|calendrier)s?(?!\p{L})/giu,
    choice:
      /(?<!\p{L})(?:site|emplacement|fournisseur|prestataire|partenaire|concurrent|ville|variante|option|scénario|segment|marché|candidat|système|produit|modèle|exploitant|magasin|quartier|commune|logiciel|opérateur)s?(?!\p{L})/giu,
  },
  amount: /budget|enveloppe|plafond|limite/iu,
  strong: /budget|enveloppe|plafond|plancher|seuil|quota|actualisation|échéance|limite|objectif|cible|délai/iu,
  families: {
    target: /cibles?|objectifs?|visée?s?|souhaitée?s?|exigée?s?|requise?s?|prévue?s?|attendue?s?/iu,
    most: /maxim\p{L}+|plafond|au plus|limite|ne (?:doit|peut) (?:pas )?dépasser|jusqu[’']à/iu,
    least: /minim\p{L}+|plancher|au moins/iu,
    chosen: /retenue?s?|préférée?s?|choisie?s?|privilégiée?s?|sélectionnée?s?|désignée?s?|favorie?s?/iu,
  },
  given: new RegExp(
    `(?<!\\p{L})${set} (?:par|avec|au|aux|en|dans|lors|entre|à)(?!\\p{L})|(?<!\\p{L})(?:a|ont|avons|avait|sera|seront|est|sont|été) (?:été |déjà |bien |récemment )?${set}(?!\\p{L})|(?<!\\p{L})que (?:le|la|les|l[’']|nos|notre)\\s?\\p{L}+ (?:exige|attend|demande|préfère|souhaite|impose|fixe|veut|prévoit)(?:nt)?(?!\\p{L})`,
    'iu',
  ),
  usedBefore:
    /(?<!\p{L})(?:dans|sous|sur|avec|au|aux|à|du|des|de|par rapport|avant|selon|d[’']après|respecter|respecte|respectent|atteindre|atteint|atteignent|dépasse|dépasser|dépassent|tient|tenir|jusqu|pour)\s?(?:le|la|les|l[’']|notre|nos|son|sa|ses|leur|leurs|ce|cette)?\s?(?:\p{L}+\s){0,1}$/iu,
  usedAfter:
    /^[^.;]{0,50}(?<!\p{L})(?:est (?:respectée?|atteinte?|tenue?)|suffit|permet|sera dépassée?|couvre)(?!\p{L})/iu,
  soughtBefore:
    /(?<!\p{L})(?:quels?|quelles?|combien|calcule[rz]|détermine[rz]|propose[rz]|recommande[rz]|fixe[rz]|défini(?:r|ssez)|estime[rz]|établi(?:r|ssez)|élabore[rz]|prépare[rz]|identifie[rz]|choisi(?:r|ssez)|trouve[rz])\s+(?:(?:est|sont|serait|le|la|les|l[’']|un|une)\s?){0,2}$/iu,
  soughtAfter: /^[^.;]{0,30}(?<!\p{L})(?:recommandez-vous|faut-il|conviendrait|nécessaire)(?!\p{L})/iu,
  anyBefore: /(?<!\p{L})(?:chaque|un|une|aucun|aucune|par)\s+(?:\p{L}+\s)?$/iu,
  later:
    /(?<!\p{L})(?:à (?:confirmer|préciser|communiquer|définir)|(?:sera|seront|vous sera|vous seront) (?:communiquée?s?|précisée?s?|confirmée?s?|transmise?s?|envoyée?s?|annoncée?s?)|nous vous (?:communiquerons|préciserons|enverrons))(?!\p{L})/iu,
  ownBefore: /(?:nouveau|nouvelle)\s$/iu,
  ownAfter:
    /^(?: (?:cible|visée?|maximale?|maximum|minimale?|minimum|retenue?|préférée?|approuvée?|autorisée?|convenue?|annuel(?:le)?|prévue?))(?!\p{L})|^ (?:de|du|des|d[’']|pour)\s?(?:(?:la|le|les|l[’'])\s?)?(?:(?:ensemble|totalité) (?:de l[’']|du |de la |des ))?(?:(?:nouve(?:au|lle|aux|lles)|prochaine?s?|premi(?:er|ère)s?|toute?s?|tous)\s(?:(?:la|le|les)\s)?)?[\p{L}-]{3,}/iu,
};
