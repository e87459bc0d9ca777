import { expect, it } from 'vitest';
import { isCourtesy } from './courtesies.ts';
import { asksForWork } from './requests.ts';

// INT-6
it.each([
  'What drives our energy bill?',
  'The owners wonder whether a second shift would pay.',
  'Please compare the two leases.',
  'We are looking for a plan to open on Sundays.',
  'Propose new tariffs.',
  'Which documents are confidential?',
  'How do we get back to profit?',
  'Which of the fees could we drop?',
  'What does it cost us to run the depot?',
  'How do we stay in touch with members?',
  'Can you help us find out why visitors leave after ten minutes?',
  'Could you send the survey results to the regulator in a form that it accepts?',
  'Wir fragen uns, warum die Nachtschicht langsamer ist.',
  'Bitte prüfen Sie die Mietverträge.',
  'Nous voudrions savoir combien coûte un retour.',
  '¿Qué tienda deberíamos cerrar primero?',
  'Vorremmo capire quali fornitori costano troppo.',
  '来客数が減った理由を調べてください。',
])('takes for work: %s', (sentence) => expect(asksForWork(sentence)).toBe(true));

// INT-7
it.each([
  'How are you?',
  'Could you send us a quote by Friday?',
  'Would Tuesday at ten work for you?',
  'Do you have experience with projects of this kind?',
  'Please let me know if you need anything else.',
  'Please do not hesitate to call.',
  'Können wir nächste Woche telefonieren?',
  'Bitte schicken Sie uns ein Angebot.',
  'Seriez-vous disponible jeudi ?',
  'Merci de nous faire parvenir votre devis.',
  '¿Podría llamarme mañana?',
  'Può mandarci un preventivo?',
  'お見積りをお送りください。',
])('takes for a courtesy: %s', (sentence) => {
  expect(isCourtesy(sentence)).toBe(true);
  expect(asksForWork(sentence)).toBe(false);
});

it.each([
  'The shop sold 300 bicycles in 2025.',
  'Tariff options',
  'Unser Lager steht in Kassel.',
  'La tienda abrió en 2019.',
])('takes for neither: %s', (sentence) => {
  expect(asksForWork(sentence)).toBe(false);
  expect(isCourtesy(sentence)).toBe(false);
});
