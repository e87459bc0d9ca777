import type { CaseGroup } from './case-group.ts';

/** An amount divided by what it is for. */
export const perUnitCases: CaseGroup[] = [
  {
    language: 'en',
    sources: ['The clinic treated 4,800 patients with 32 nurses at a cost of GBP 1,536,000.'],
    right: [
      'Treating one patient costs GBP 320.',
      'The average patient costs £320.',
      'That works out at GBP 320 per patient.',

      'Cost per patient stands at GBP 320.',
      'Every nurse looks after 150 patients.',
      'There are 150 patients to each nurse.',
      'The cost divided by patients gives GBP 320.',
      'A nurse costs GBP 48,000 on this count.',
    ],
    wrong: [
      'Treating one patient costs GBP 230.',
      'Cost per nurse stands at GBP 320.',
      'That works out at GBP 320 per nurse.',
      'Every nurse looks after 160 patients.',
      'That works out at GBP 48,000 per patient.',
      'There are 150 nurses to each patient.',
      'A nurse costs GBP 320.',
    ],
  },
  {
    language: 'en',
    sources: ['Depot | Parcels | Vans | Cost (EUR 000)\nNorth | 96,000 | 24 | 432\nSouth | 54,000 | 18 | 297'],
    right: [
      'In North a parcel costs EUR 4.50.',
      'South spends EUR 5.50 on each parcel.',
      'A van in North carries 4,000 parcels.',
      'North moves 4,000 parcels with every van.',
      'Per van, South costs EUR 16.5 thousand.',
      'Unit cost in South is EUR 5.50 a parcel.',
      'At North, cost per van is EUR 18,000.',
    ],
    wrong: [
      'In North a parcel costs EUR 5.50.',
      'South spends EUR 4.50 on each parcel.',
      'A van in South carries 4,000 parcels.',
      'Per van, South costs EUR 5.50.',
      'Per parcel, North costs EUR 18,000.',
      'A parcel in North costs EUR 18,000.',
    ],
  },
  {
    language: 'en',
    sources: ['Water sales were USD 9.6 million.', 'The utility serves 24,000 households with 160 staff.'],
    right: [
      'A household spends USD 400 on water.',

      'Sales per member of staff are USD 60,000.',
      'The utility earns USD 60,000 per employee.',
      'One employee serves 150 households.',
    ],
    wrong: [
      'Each household pays USD 600.',
      'Revenue per household is USD 60,000.',

      'One employee serves 250 households.',
    ],
  },
  {
    language: 'de',
    sources: ['Die Klinik behandelte 4.800 Patienten mit 32 Pflegekräften, die Kosten lagen bei 1.536.000 €.'],
    right: [
      'Pro Patient fallen 320 € an.',
      'Die Kosten je Patient betragen 320 €.',
      'Auf eine Pflegekraft kommen 150 Patienten.',
      'Ein Patient kostet im Schnitt 320 €.',
      'Jede Pflegekraft betreut 150 Patienten.',
      'Umgelegt auf die Patienten sind das 320 €.',
    ],
    wrong: [
      'Pro Patient fallen 230 € an.',
      'Pro Pflegekraft fallen 320 € an.',
      'Auf eine Pflegekraft kommen 160 Patienten.',
      'Die Kosten je Patient betragen 48.000 €.',
      'Auf einen Patienten kommen 150 Pflegekräfte.',
    ],
  },
  {
    language: 'de',
    sources: ['Depot | Pakete | Fahrzeuge | Kosten (Tsd. €)\nNord | 96.000 | 24 | 432\nSüd | 54.000 | 18 | 297'],
    right: [
      'Im Depot Nord kostet ein Paket 4,50 €.',
      'Ein Paket kostet in Süd 5,50 €.',
      'Nord bewegt 4.000 Pakete je Fahrzeug.',
      'In Süd entfallen auf jedes Paket 5,50 €.',
      'Ein Fahrzeug kostet in Nord 18.000 €.',
    ],
    wrong: [
      'Im Depot Nord kostet ein Paket 5,50 €.',
      'In Nord entfallen auf jedes Paket 18.000 €.',
      'Süd bewegt 4.000 Pakete je Fahrzeug.',
      'Ein Fahrzeug kostet in Nord 4,50 €.',
    ],
  },
  {
    language: 'de',
    sources: ['Klinik | Erlös (Tsd. €) | Betten | Fälle\nAue | 31.770 | 110 | 6.354\nZell | 14.090 | 60 | 2.818'],
    right: ['Je Bett erlöst Zell 234,8 Tsd. €.', 'Je Fall erlöst Zell 5.000 €.', 'Zell behandelt 47 Fälle je Bett.'],
    wrong: ['Je Fall erlöst Zell 234,8 Tsd. €.', 'Je Bett erlöst Zell 6.000 €.'],
  },
  {
    language: 'fr',
    sources: ['La clinique a soigné 4 800 patients avec 32 infirmiers, pour un coût de 1 536 000 €.'],
    right: [
      'Le coût par patient est de 320 €.',
      'Soit 320 € par patient.',
      'Chaque infirmier suit 150 patients.',
      'On compte 150 patients pour un infirmier.',
      'Rapporté au nombre de patients, le coût est de 320 €.',
      'Le coût unitaire d’un soin est de 320 €.',
    ],
    wrong: [
      'Le coût par patient est de 230 €.',
      'Le coût par infirmier est de 320 €.',
      'Chaque infirmier suit 160 patients.',
    ],
  },
  {
    language: 'fr',
    sources: ['Dépôt | Colis | Camions | Coût (k€)\nNord | 96 000 | 24 | 432\nSud | 54 000 | 18 | 297'],
    right: [
      'Au Nord, un colis coûte 4,50 €.',
      'Le Sud dépense 5,50 € par colis.',
      'Un camion du Nord transporte 4 000 colis.',
      'Le coût d’un colis au Sud est de 5,50 €.',
    ],
    wrong: [
      'Au Nord, un colis coûte 5,50 €.',
      'Un camion du Sud transporte 4 000 colis.',
      'Le Nord dépense 18 000 € par colis.',
    ],
  },
  {
    language: 'es',
    sources: ['La clínica atendió a 4.800 pacientes con 32 enfermeros, con un coste de 1.536.000 €.'],
    right: [
      'Un paciente cuesta 320 €.',
      'El coste por paciente es de 320 €.',
      'Cada paciente supone 320 €.',
      'Cada enfermero atiende a 150 pacientes.',
      'Hay 150 pacientes por enfermero.',
      'Atender a un paciente cuesta 320 €.',
      'Son 320 € por cabeza.',
    ],
    wrong: [
      'El coste por paciente es de 230 €.',
      'El coste por enfermero es de 320 €.',
      'Cada enfermero atiende a 160 pacientes.',
      'El coste por paciente es de 48.000 €.',
    ],
  },
  {
    language: 'es',
    sources: [
      'Almacén | Paquetes | Furgonetas | Coste (miles de €)\nNorte | 96.000 | 24 | 432\nSur | 54.000 | 18 | 297',
    ],
    right: [
      'En el Norte un paquete cuesta 4,50 €.',
      'El Sur gasta 5,50 € por paquete.',
      'Una furgoneta del Norte mueve 4.000 paquetes.',
      'El coste unitario del paquete en el Sur es de 5,50 €.',
    ],
    wrong: [
      'En el Norte un paquete cuesta 5,50 €.',
      'Una furgoneta del Sur mueve 4.000 paquetes.',
      'El Norte gasta 18.000 € por paquete.',
    ],
  },
  {
    language: 'ja',
    sources: ['診療所は看護師32人で患者4,800人を診療し、費用は1億5360万円だった。'],
    right: [
      '患者1人当たりの費用は3万2000円である。',
      '患者一人につき3万2000円かかる。',
      '看護師1人当たり150人の患者を担当している。',
      '1患者あたりの費用は32,000円である。',
      '費用を患者数で割ると3万2000円になる。',
      '看護師一人が150人の患者を診ている。',
    ],
    wrong: [
      '患者1人当たりの費用は2万3000円である。',
      '看護師1人当たりの費用は3万2000円である。',
      '看護師1人当たり160人の患者を担当している。',
    ],
  },
  {
    language: 'ja',
    sources: ['拠点 | 荷物（個） | 車両（台） | 費用（千円）\n北 | 96,000 | 24 | 43,200\n南 | 54,000 | 18 | 29,700'],
    right: ['南拠点の荷物1個の費用は550円である。', '北拠点の車両1台は荷物4,000個を運ぶ。'],
    wrong: [
      '北拠点では荷物1個当たり550円かかる。',

      '北拠点では荷物1個当たり180万円かかる。',
    ],
  },
];
