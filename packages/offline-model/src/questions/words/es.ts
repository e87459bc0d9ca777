import type { AskingWords } from './asking-words.ts';

const set =
  '(?:fijad[oa]s?|aprobad[oa]s?|acordad[oa]s?|decidid[oa]s?|establecid[oa]s?|pactad[oa]s?|autorizad[oa]s?|concedid[oa]s?|prometid[oa]s?|exigid[oa]s?|elegid[oa]s?|seleccionad[oa]s?|designad[oa]s?|preferid[oa]s?|marcad[oa]s?|definid[oa]s?|negociad[oa]s?|esperad[oa]s?|indicad[oa]s?|comunicad[oa]s?|firmad[oa]s?|señalad[oa]s?|impuest[oa]s?|comprometid[oa]s?|notificad[oa]s?)';

export const spanish: AskingWords = {
  nouns: {
    figure:
      /(?<!\p{L})(?:presupuesto|techo|tope|umbral|límite|(?<!\p{L}{4}\s)objetivo|meta|cuota|tasa(?: de \p{L}+| interna)?|tipo de (?:interés|descuento)|margen|precio|tarifa|alquiler|salario|subvención|préstamo|capacidad|(?<!\p{L}{4}\s)(?:mínimo|máximo)|reserva|plazo de (?:recuperación|amortización)|rentabilidad|descuento|facturación|crecimiento|preaviso|fianza|penalización|plantilla|aportación|dotación|canon|importe|volumen|frecuencia|norma|dividendo|inversión|ratio)(?:e?s)?(?!\p{L})/giu,
    date: /(?<!\p{L})(?:fecha(?: límite| de \p{L}+| tope)?|plazo|vencimiento|apertura|entrega)s?(?!\p{L})/giu,
    choice:
      /(?<!\p{L})(?:emplazamiento|ubicación|proveedor|socio|competidor|ciudad|variante|opción|escenario|segmento|mercado|candidat[oa]|sistema|producto|modelo|operador|tienda|barrio|municipio|local|sede|distribuidor|programa)(?:e?s)?(?!\p{L})/giu,
  },
  amount: /presupuesto|techo|tope|límite/iu,
  strong: /presupuesto|techo|tope|umbral|límite|objetivo|meta(?!\p{L})|cuota|descuento|plazo|vencimiento|fecha/iu,
  families: {
    target: /objetivos?|metas?|desead[oa]|exigid[oa]|requerid[oa]|previst[oa]|esperad[oa]/iu,
    most: /máxim\p{L}*|tope|techo|límite|como mucho|no (?:debe|puede) (?:superar|exceder)|hasta/iu,
    least: /mínim\p{L}*|al menos|como mínimo/iu,
    chosen: /preferid[oa]|elegid[oa]|seleccionad[oa]|favorit[oa]|escogid[oa]|designad[oa]|prefiere/iu,
  },
  given: new RegExp(
    `(?<!\\p{L})${set} (?:por|con|en|el|entre)(?!\\p{L})|(?<!\\p{L})(?:ha|han|hemos|había|fue|será|está|están|ser) (?:sido |ya )?${set}(?!\\p{L})|(?<!\\p{L})que (?:el|la|los|las|nuestr[oa]s?)\\s\\p{L}+ (?:exige|espera|pide|prefiere|desea|impone|fija|quiere|fijó|aprobó|acordó|marcó)n?(?!\\p{L})|(?<!\\p{L})(?:fijará|aprobó|acordó|fijó|marcó|concedió|fija|marca) (?:el|la)(?!\\p{L})|(?:el|la) \\p{L}+ (?:fijó|aprobó|acordó|marcó|fijará|aprobará|concedió)(?!\\p{L})`,
    'iu',
  ),
  usedBefore:
    /(?<!\p{L})(?:dentro|bajo|sobre|con|al|del|de|a|por debajo|por encima|antes|según|respeta|respetar|respete|respeten|cumple|cumplir|cumpla|cumplen|alcanza|alcanzar|alcance|alcancen|supera|superar|supere|superan|en|hasta|frente|para|cabe|caben|contra)\s+(?:(?:de|a)\s+)?(?:el|la|los|las|nuestr[oa]s?|su|sus|est[ea]|ese)?\s?(?:\p{L}+\s){0,1}$/iu,
  usedAfter: /^[^.;]{0,50}(?<!\p{L})(?:se cumple|se respeta|se alcanza|basta|permite|alcanza|cubre)(?!\p{L})/iu,
  soughtBefore:
    /(?<!\p{L})(?:qué|cuál(?:es)?|cuánt[oa]s?|calculen?|calcular|determinen?|propongan?|proponer|recomienden?|recomendar|fijen|definan?|estimen?|elaboren?|elaborar|preparen?|identifiquen?|elijan?|encuentren?|establezcan?)\s+(?:(?:es|son|sería|el|la|los|las|un|una)\s+){0,2}$/iu,
  soughtAfter: /^[^.;]{0,30}(?<!\p{L})(?:recomiendan?|conviene|sería necesario|hace falta)(?!\p{L})/iu,
  anyBefore: /(?<!\p{L})(?:cada|un|una|ningún|ninguna|por)\s+(?:\p{L}+\s)?$/iu,
  later:
    /(?<!\p{L})(?:por (?:confirmar|definir|concretar|determinar)|(?:se|les|os) (?:lo |la |le )?(?:comunicar\p{L}+|confirmar\p{L}+|enviar\p{L}+|indicar\p{L}+)|comunicaremos|confirmaremos|enviaremos)(?!\p{L})/iu,
  ownBefore: /(?:nuev[oa])\s$/iu,
  ownAfter:
    /^(?: (?:objetivo|máxim[oa]|mínim[oa]|elegid[oa]|preferid[oa]|aprobad[oa]|autorizad[oa]|acordad[oa]|anual|previst[oa]))(?!\p{L})|^ (?:de|del|para) (?:(?:la|el|los|las) )?(?:(?:conjunto|totalidad) (?:del|de la|de los|de las) )?(?:(?:tod[oa]s?|nuev[oa]s?|próxim[oa]s?|primer[oa]?s?)\s(?:(?:la|el|los|las)\s)?)?[\p{L}-]{3,}/iu,
};
