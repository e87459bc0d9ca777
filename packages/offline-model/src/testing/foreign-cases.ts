import type { Language } from '@ecp/language/language';
import type { DraftInput, SourceDocument } from '@ecp/model-calls/prompt-types';
import { sampleEngagement } from '@ecp/model-calls/testing/sample-prompt-inputs';
import { makeDraftInput } from './sample-inputs.ts';

interface ForeignCase {
  name: string;
  client: string;
  brief: string;
  task: { name: string; description: string };
  sources: Omit<SourceDocument, 'id'>[];
}

const cases: Record<Exclude<Language, 'en'>, ForeignCase> = {
  de: {
    name: 'Werkstattauslastung',
    client: 'Radwerk Freiburg GmbH',
    brief: `Die Radwerk Freiburg GmbH betreibt drei Fahrradwerkstätten. Im Jahr 2025 wurden 14.200 Reparaturen ausgeführt, der Umsatz lag bei 1,85 Mio. Euro. Die mittlere Wartezeit beträgt 9 Tage. Der Beirat tagt am 12. September 2026 und entscheidet, z. B. über eine vierte Werkstatt.

## Fragen

- Wie ausgelastet sind die Werkstätten, und wo entstehen Wartezeiten?
- Was kostet eine Reparatur je Standort?
- Lohnt sich eine vierte Werkstatt?

## Rahmenbedingungen

Kein Standort wird geschlossen. Der Kredit darf 250.000 Euro nicht übersteigen.`,
    task: {
      name: 'Auslastung der Werkstätten',
      description:
        'Stellen Sie dar, wie viele Reparaturen jede Werkstatt ausführt, wie lange Kunden warten, welche Kapazität vorhanden ist, und was über Leihräder bekannt ist.',
    },
    sources: [
      {
        title: 'werkstattbericht.pdf',
        location: 'page 2',
        text: `# Bericht der Werkstattleitung

Die drei Werkstätten führten 2025 insgesamt 13.900 Reparaturen aus. Im Stühlinger warten Kunden im Mittel 12 Tage auf eine Reparatur, in der Wiehre 6 Tage. Die Kapazität der Werkstatt in der Wiehre beträgt 110 Reparaturen je Woche.

Wie viele Kunden wegen der Wartezeit abspringen, wurde nicht erfasst.`,
      },
      {
        title: 'standorte.csv',
        location: null,
        text: 'Standort;Reparaturen;Umsatz (EUR);Preis je Reparatur\nStühlinger;5.400;712.800,50;132,00\nWiehre;4.900;617.400,25;126,00\nHaslach;3.600;428.400,25;119,00\nGesamt;13.900;1.758.601,00;\n',
      },
    ],
  },
  fr: {
    name: 'Fréquentation des piscines',
    client: 'Ville de Rennes-sur-Lac',
    brief: `La ville exploite deux piscines. En 2025, elles ont accueilli 212 500 visiteurs et coûté 3,4 millions d’euros. Le conseil décide le 4 juin 2026.

## Questions

- Qui fréquente les piscines et à quelles heures ?
- Combien coûte une entrée dans chaque piscine ?

Veuillez préparer une comparaison des tarifs.`,
    task: {
      name: 'Fréquentation et coût des piscines',
      description:
        'Établissez la fréquentation de chaque piscine, le coût par entrée, les tarifs des communes voisines et la satisfaction des abonnés.',
    },
    sources: [
      {
        title: 'rapport-annuel.pdf',
        location: 'page 7',
        text: `En 2025, les deux piscines ont accueilli 208 900 visiteurs au total. Le coût moyen d’une entrée est de 16,20 euros. La satisfaction des abonnés n’a jamais été mesurée.`,
      },
      {
        title: 'entrees.csv',
        location: null,
        text: 'Piscine;Entrées;Recettes (EUR);Prix moyen\nNord;120 400;481600,00;4,00\nSud;88 500;336300,50;3,80\n',
      },
    ],
  },
  es: {
    name: 'Ventas de la cooperativa',
    client: 'Cooperativa Olivar del Sur',
    brief: `La cooperativa produce aceite de oliva. En 2025 vendió 1.250 toneladas y facturó 9,8 millones de euros. La asamblea decide el 15 de mayo de 2026.

## Preguntas

- ¿Qué clientes dan más margen?
- ¿Cuánto cuesta cada canal de venta?`,
    task: {
      name: 'Margen por canal de venta',
      description:
        'Describan las ventas de cada canal, el coste de distribución, los precios de la competencia y las devoluciones de los clientes.',
    },
    sources: [
      {
        title: 'informe-ventas.pdf',
        location: 'page 3',
        text: `Las ventas de 2025 fueron de 1.180 toneladas de aceite. El coste de distribución del canal de exportación fue de 0,42 euros por litro. No hay datos sobre las devoluciones de los clientes.`,
      },
      {
        title: 'canales.csv',
        location: null,
        text: 'Canal;Ventas (EUR);Coste (EUR)\nExportación;5.120.000,00;4.302.500,75\nSupermercados;3.410.000,00;3.105.200,50\nTienda propia;1.270.000,00;890.100,25\n',
      },
    ],
  },
  ja: {
    name: '旅館の収益改善',
    client: '山の湯旅館',
    brief: `山の湯旅館は長野県で客室24室の温泉旅館を営んでいる。2025年の売上高は3億2,000万円、客室稼働率は58%だった。取締役会は2026年9月12日に改装の可否を決める。

## 質問

- 客室稼働率が低い時期はいつですか？
- 宿泊客の満足度はどのくらいですか？`,
    task: {
      name: '客室稼働率と宿泊単価の現状',
      description:
        '月別の客室稼働率、宿泊単価の推移、予約経路ごとの手数料、宿泊客の満足度を整理してください。',
    },
    sources: [
      {
        title: '支配人報告書.pdf',
        location: 'page 1',
        text: `2025年の客室稼働率は61%であった。宿泊単価は平均2万3,500円である。予約経路ごとの手数料は集計されていない。宿泊客の6割は首都圏から来ている。`,
      },
      {
        title: '月別実績.csv',
        location: null,
        text: '月,宿泊客数,客室売上（円）\n1月,812,19500000\n2月,745,17880000\n3月,903,21672000\n',
      },
    ],
  },
};

/** Makes the input of a draft whose brief and sources are in another language. */
export function makeForeignInput(language: Exclude<Language, 'en'>): DraftInput {
  const { name, client, brief, task, sources } = cases[language];
  return makeDraftInput({
    engagement: sampleEngagement({ name, client, brief, language }),
    task: { id: 'task', kind: 'analysis', ...task },
    sources: sources.map((source, at) => ({ id: `source-${at}`, ...source })),
  });
}
