import type { AskingWords } from './asking-words.ts';

const set =
  '(?:gesetzt\\p{L}*|festgelegt\\p{L}*|beschlossen\\p{L}*|genehmigt\\p{L}*|vereinbart\\p{L}*|bewilligt\\p{L}*|vorgegeben\\p{L}*|verlangt\\p{L}*|gefordert\\p{L}*|zugesagt\\p{L}*|genannt\\p{L}*|gewählt\\p{L}*|ausgewählt\\p{L}*|bevorzugt\\p{L}*|freigegeben\\p{L}*|ausgehandelt\\p{L}*|erwartet\\p{L}*|bestimmt\\p{L}*|mitgeteilt\\p{L}*|zugesichert\\p{L}*|gewünscht\\p{L}*|favorisiert\\p{L}*|fixiert\\p{L}*)';
const who =
  '(?:der|die|das|dem|den|vom|von der|vom|mit der|mit dem|mit unserer|mit unserem|unser\\p{L}*|im|in der|beim)';

export const german: AskingWords = {
  nouns: {
    figure:
      /(?<!\p{L})(?:\p{L}*(?:budget|rahmen|obergrenze|untergrenze|grenze|schwelle|grenzwert|zielwert|ziel|quote|zinssatz|kalkulationszins|satz|marge|rendite|preis|preise|gebühr|tarif|miete|gehalt|lohn|zuschuss|darlehen|förderung|kapazität|anteil|menge|minimum|maximum|rücklage|amortisationszeit|amortisationsdauer|frist in tagen|rabatt|umsatz|wachstum|deckungsbeitrag|kündigungsfrist|servicegrad|kennzahl|häufigkeit|takt|schlüssel|norm|honorar|betrag|dividende|vorgabe|limit|pauschale|eigenanteil|eigenkapitalquote|pacht))(?:s|es|n|en)?(?!\p{L})/giu,
    date: /(?<!\p{L})\p{L}*(?:stichtag|termin|frist|datum|fristende|eröffnungstag|beginn|laufzeitende)(?:s|es|en|e)?(?!\p{L})/giu,
    choice:
      /(?<!\p{L})\p{L}*(?:standort|lieferant|anbieter|partner|wettbewerber|stadt|variante|option|szenario|segment|markt|kandidat|system|produkt|modell|betreiber|filiale|bezirk|strecke|kandidatin|dienstleister|hersteller)(?:s|es|n|en|e)?(?!\p{L})/giu,
  },
  amount: /budget|rahmen|obergrenze|limit|deckel/iu,
  strong:
    /budget|obergrenze|schwelle|grenzwert|quote|kalkulationszins|stichtag|frist|rahmen|vorgabe|limit|ziel|termin/iu,
  families: {
    target: /ziel|(?<!\p{L})soll(?!\p{L}{2})|angestrebt|geplant|gewünscht|verlangt|gefordert|erforderlich/iu,
    most: /höchst|maximal|maximum|obergrenze|limit|(?<!\p{L})bis zu(?!\p{L})|nicht (?:mehr als|übersteigen|überschreiten)|deckel/iu,
    least: /mindest|minimal|minimum|untergrenze|wenigstens/iu,
    chosen: /bevorzugt|favorisiert|ausgewählt|gewählt|wunsch|vorgesehen|auserkoren/iu,
  },
  given: new RegExp(
    `(?<!\\p{L})${who} (?:\\p{L}+ ){0,3}${set}(?!\\p{L})|(?<!\\p{L})${set} (?:\\p{L}+ )?(?:hat|haben|wurde|worden|ist|sind|wird)(?!\\p{L})|(?<!\\p{L})(?:hat|haben|wurde|wird|ist) (?:\\p{L}+ ){0,4}${set}(?!\\p{L})|(?:schreibt|setzt|legt|beschließt|genehmigt|bestimmt|fordert|verlangt|erwartet|nennt|wünscht|bevorzugt|vorgibt|gibt) (?:der|die|das|unser\\p{L}*)(?!\\p{L})|(?:der|die|das|unser\\p{L}*) \\p{L}+ (?:setzt|festlegt|beschließt|genehmigt|bestimmt|fordert|verlangt|erwartet|nennt|wünscht|bevorzugt|vorgibt)(?!\\p{L})|(?:im|dem|des) (?:\\p{L}+ )?\\p{L}*(?:vertrag|beschluss|vertrages|vertrags|bescheid|protokoll)(?!\\p{L})|schreib(?:t|en)(?: \\p{L}+){0,4} vor`,
    'iu',
  ),
  usedBefore:
    /(?<!\p{L})(?:im|innerhalb|unter|unterhalb|über|oberhalb|bis|gegen|gegenüber|einhalten|erreicht|erreichen|übersteigt|überschreitet|vor|nach|anhand|am|zum|zur|vom|an|auf|mit|für|gemessen an)(?:\s+(?:zu|zum|zur))?(?:\s+(?:der|die|das|dem|den|des|unser\p{L}*|ihr\p{L}*|sein\p{L}*|dies\p{L}*))?\s+(?:[\p{L}-]+\s){0,2}$|(?<!\p{L})(?:der|die|das|den|dem|unser\p{L}*|ihr\p{L}*)\s+(?:[\p{L}-]+\s){0,2}$/iu,
  usedAfter:
    /^[^.;]{0,60}(?<!\p{L})(?:einhält|einhalten|eingehalten|erreicht|erreichen|überschr\p{L}+|überst\p{L}+|unterschr\p{L}+|reicht|passt|genügt|verglichen|vergleich\p{L}*|liegt|liegen|rechnen|entspr\p{L}+)(?!\p{L})/iu,
  soughtBefore:
    /(?<!\p{L})(?:welche[nrsm]?|was für|wie (?:hoch|groß|viel)\p{L}*|ermitteln|berechnen|schlagen|empfehlen|bestimmen|schätzen|erarbeiten|entwickeln|erstellen|finden|brauchen|benötigen)\s+(?:(?:ist|sind|sie|wir|uns|das|die|der|den|ein|eine|einen)\s+){0,3}(?:[\p{L}-]+\s){0,1}$/iu,
  soughtAfter:
    /^[^.;]{0,40}(?<!\p{L})(?:vor(?=[.?!]|$)|ermitteln|berechnen|empfehlen|vorschlagen|sollten? wir|bestimmen|ableiten|nötig|erforderlich)(?!\p{L})/iu,
  anyBefore: /(?<!\p{L})(?:ein|eine|einen|einem|einer|eines|jede[rnsm]?|kein\p{L}*|je|pro)\s+(?:[\p{L}-]+\s){0,2}$/iu,
  later:
    /(?<!\p{L})(?:wird (?:noch|später|nachgereicht|separat)|folgt (?:noch|später|separat)|teilen wir (?:ihnen )?(?:noch|später|separat)|nachgereicht|n\. ?n\.|noch zu (?:bestätigen|benennen)|wird ihnen)(?!\p{L})/iu,
  ownBefore:
    /(?<!\p{L})(?:(?:genehmigt|vereinbart|bevorzugt|festgelegt|angestrebt|maximal|zulässig|geplant|höchstzulässig|minimal|vorgegeben|beschlossen|gefordert|verlangt)\p{L}*\s)$/iu,
  ownAfter:
    /^ (?:für|des|der) (?:(?:die|den|das|der|unser\p{L}*) )?(?:\p{Ll}{3,}(?:e|en|er|es) ){0,2}\p{Lu}[\p{L}-]{2,}/u,
};
