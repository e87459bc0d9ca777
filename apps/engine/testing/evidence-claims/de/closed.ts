/** Eine Kette von Kindertagesstätten am Niederrhein. */
export const closedGerman = `
T Tragfähigkeit des Trägers Sonnenhof Kitas
T Sonnenhof Kitas: Befund und Empfehlung
A Auf den folgenden Seiten stehen zuerst die Befunde, danach unsere Vorschläge.
A Jedes Kapitel endet mit der Frage, die offenbleibt.
I Fangen wir mit dem Geld an.
I Dieses Kapitel behandelt die Häuser, das nächste die Eltern.
R Der Träger sollte vor den Sommerferien eine Springerstelle ausschreiben.
R Unser Rat lautet, Randzeiten zunächst in einem Haus zu erproben.
R In den kommenden Wochen wollen wir das Anmeldeportal mit zwei Leitungen testen.
E Kämen 14 Kinder zu je 320 € im Monat hinzu, läge das Plus unserer Überschlagsrechnung nach bei {times(14,320)} €
  monatlich.
E Nimmt man 9 entfallene Vertretungsstunden je Tag zu 27 € an, dürften grob {times(9,27)} € täglich frei werden; das
  ist unsere eigene Schätzung.
U Im letzten Kindergartenjahr sagten {x1} Familien nach der Zusage wieder ab.
U Für Versicherungen gingen weitere {x2} Tsd. € weg.
V Erzieherinnen wechseln in Nordrhein-Westfalen häufiger den Arbeitgeber als Grundschullehrkräfte.
V Das Land streicht im nächsten Haushalt die Zuschüsse für Randzeiten.
M Trägerpanel Rheinland // die meisten Träger vergeben Plätze inzwischen digital // Inzwischen vergeben die meisten
  Träger ihre Plätze digital.
M Kita-Personalreport West // offene Stellen bleiben länger unbesetzt als je zuvor // Nie blieben offene Stellen
  länger unbesetzt.
H Unter dem Strich
H Was nun zu tun ist

= a 13.4..17.2; b a-1.9..a-0.6; e 0.6..1.1; c0 9.1..10.8; d 71.4..76.9; d2 d-5.1..d-2.2; x1 140..460 step 10; x2 31..88
= st 214..268; ex 9.2..10.4; w1 52..58; w2 11..15; m1 3.1..3.7; m2 2.4..2.9; m3 1.7..2.2; m4 1.1..1.5; m5 0.5..0.8
= n1 61..72; n2 46..55; n3 33..41; n4 21..27; n5 10..15; v1 148..176; v2 112..138; v3 81..99; v4 52..68; v5 24..35
= p1 38..46; p2 62..74; p3 24..31; p4 91..118; i1 132..186 step 2; i2 31..42; wk 1120..1780 step 10; s1 41..47; s2
  s1+6..s1+14; q1 1860..2790
= fx 1.04..1.09; fee 1180..1460 step 10; b1 210..290; b2 b1+35..b1+120; g1 41..52; bud 1.15..1.85; o1 2130..2840; o2
  6120..7350; o3 810..1190; k1 11..16
= f1 142..168; f2 f1+17..f1+39; q2 61..70

# prose | Jahresabschluss 2024 der Sonnenhof Kitas gGmbH | Seite 5 | Das Geld
> a1 Erträge im Berichtsjahr: {b} Mio. € (Vorjahr 2023: {a} Mio. €).
> a2 Als Überschuss verblieben {e} Mio. €.
> a3 Fünf Jahre zuvor, 2019, hatten die Erträge {c0} Mio. € ausgemacht.
> a4 Landesmittel deckten {d2} % der Kosten; im Vorjahr waren es {d} % gewesen.
> a5 Rückstellungen wurden nicht aufgelöst.
> a6 Beschwerden wurden in jenen Monaten seltener, in denen die neuen Leitungen anfingen.
> a7 Vorbehaltlich der Baugenehmigung kann das Haus in Kleve 2026 erweitert werden.

+ growth a1 Die Erträge schrumpften um {drop(a,b)|1} %, und zwar von {a} auf {b} Mio. €.
+ growth a1 Auf der Ertragsseite steht ein Minus von {drop(a,b)|1} %.
+ difference a1 Binnen eines Jahres fehlen {diff(a,b)|1} Mio. € an Erträgen.
- wrong_growth a1 Die Erträge schrumpften um {drop(a,b)+3.5|1} %, und zwar von {a} auf {b} Mio. €.
- flipped_direction a1 Auf der Ertragsseite steht ein Plus von {drop(a,b)|1} %.

+ verbatim a1 Im Jahr 2024 wurden Erträge von {b} Mio. € verbucht.
+ scale_conversion a1 In Tausend ausgedrückt waren es 2024 Erträge von {times(b,1000)|0} T€.
- other_currency a1 Im Jahr 2024 wurden Erträge von {b} Mio. Franken verbucht.
- wrong_period a1 Im Jahr 2023 wurden Erträge von {b} Mio. € verbucht.
- wrong_scale a1 Im Jahr 2024 wurden Erträge von {b} Tsd. € verbucht.
- other_number a1 Im Jahr 2024 wurden Erträge von {b+3.8} Mio. € verbucht.
~ Ein Träger mit Erträgen von {b} Mio. € kann sich eine zusätzliche Leitungsstelle leisten.

+ margin a1,a2 Gemessen an den Erträgen beträgt der Überschuss {margin(e,b)|1} %.
+ margin a1,a2 Von hundert eingenommenen Euro bleiben am Ende {margin(e,b)|1} übrig.
- wrong_share a1,a2 Gemessen an den Erträgen beträgt der Überschuss {e/b*100+2.7|1} %.
- swapped_ratio a1,a2 Der Überschuss ist {b/e|1}-mal so groß wie die Erträge.

+ compound_growth a1,a3 Über die fünf Jahre seit 2019 errechnet sich ein mittleres Wachstum von {cagr(c0,b,5)|1} %
  im Jahr.
+ index a1,a3 Mit 2019 als Basis von 100 erreicht der Träger nun {index(c0,b)|0} Punkte.
- wrong_growth a1,a3 Über die fünf Jahre seit 2019 errechnet sich ein mittleres Wachstum von {(b/c0-1)*20+3.2|1} %
  im Jahr.

+ point_change a4 Der Beitrag des Landes zu den Kosten ist um {diff(d,d2)|1} Prozentpunkte gesunken.
+ point_change a4 {diff(d,d2)|1} Punkte weniger als im Vorjahr trägt das Land zu den Kosten bei.
- percent_for_points a4 Der Kostenanteil des Landes ist um {d-d2|1} % gesunken.
- flipped_direction a4 Das Land übernimmt jetzt einen größeren Teil der Kosten, nämlich {d} %.
- wrong_period a4 2023 deckten Landesmittel {d2} % der Kosten.

+ remainder a4 Eltern, Kommunen und Spender tragen zusammen die fehlenden {rest(d2)|1} %.
- wrong_share a4 Eltern, Kommunen und Spender tragen zusammen die fehlenden {rest(d2)+9.2|1} %.

+ negation a5 Zu einer Auflösung von Rückstellungen kam es nicht.
- dropped_negation a5 Es wurden Rückstellungen aufgelöst.

+ qualitative a6 Als die neuen Leitungen begannen, gab es auch weniger Beschwerden.
- invented_cause a6 Die neuen Leitungen haben dafür gesorgt, dass Beschwerden seltener wurden.
- invented_cause a6 Aufgrund des Leitungswechsels wurden Beschwerden seltener.

+ possibility a7 Mit einer Baugenehmigung wäre in Kleve 2026 eine Erweiterung machbar.
- possibility_as_fact a7 Das Haus in Kleve wird 2026 erweitert.

# prose | Jahresabschluss 2024 der Sonnenhof Kitas gGmbH | Seite 18 | Wer hier arbeitet
> b1 Im Mittel {st} Beschäftigte: {w1} % pädagogische Fachkräfte, {w2} % Küche, sonst Verwaltung und Hilfskräfte.
> b2 Löhne und Sozialabgaben zusammen: {ex} Mio. €.
> b3 Fachkräfte mit festem Dienstplan bleiben länger als solche mit wechselndem.

+ per_unit b1,b2 Auf jede beschäftigte Person entfallen etwa {per(ex*1000,st)|0} Tsd. € an Löhnen und Abgaben.
+ per_unit b1,b2 Durch die Kopfzahl geteilt ergibt das ungefähr {per(ex*1000,st)|0} Tsd. €.
- wrong_per_unit b1,b2 Auf jedes Haus entfallen etwa {ex*1000/st|0} Tsd. € an Löhnen und Abgaben.

+ remainder b1 Verwaltung und Hilfskräfte stellen {rest(w1,w2)} %.
+ remainder b1 Weder in der Pädagogik noch in der Küche arbeiten {rest(w1,w2)} %.
- wrong_share b1 Verwaltung und Hilfskräfte stellen {100-w1} %.

+ share a1,b2 Löhne und Abgaben zehren {share(ex,b)|0} von 100 € der Erträge auf.
+ share a1,b2 Gemessen an den Erträgen liegt die Personalquote bei {share(ex,b)|1} %.
- wrong_share a1,b2 Gemessen an den Erträgen liegt die Personalquote bei {ex/b*100-9|1} %.

+ paraphrase b3 Ein fester Dienstplan geht mit längerem Verbleib einher.
- reversed_paraphrase b3 Fachkräfte mit wechselndem Dienstplan bleiben länger als solche mit festem.
- widened_scope b3 Alle Beschäftigten bleiben bei festem Dienstplan länger.

# sheet | haeuser_2024.xlsx | Tabelle Gesamt | Die Häuser
> Haus | Ort | Erträge (Mio. €) | Beschäftigte | Kinder
> c1 Rheinaue | Wesel | {m1} | {n1} | {v1}
> c2 Mühlenberg | Kleve | {m2} | {n2} | {v2}
> c3 Lippe | Wesel | {m3} | {n3} | {v3}
> c4 Am Deich | Rees | {m4} | {n4} | {v4}
> c5 Heide | Goch | {m5} | {n5} | {v5}

+ ranking c1 Kein anderes Haus nimmt so viel ein wie Rheinaue ({m1} Mio. €).
+ ranking c1,c2,c3,c4,c5 Heide ist mit {v5} Kindern das kleinste der fünf Häuser.
+ ranking c2 An zweiter Stelle folgt Mühlenberg mit Erträgen von {m2} Mio. €.
- wrong_superlative c3 Kein anderes Haus nimmt so viel ein wie Lippe ({m3} Mio. €).
- wrong_superlative c4 Am Deich ist mit {v4} Kindern das kleinste der fünf Häuser.

+ table_cell c3 Lippe betreut {v3} Kinder.
+ table_cell c4 Am Deich zählt {n4} Beschäftigte.
- wrong_row c3 Lippe betreut {v2} Kinder.
- wrong_row c4 Am Deich zählt {n5} Beschäftigte.
- wrong_column c4 Am Deich betreut {n4} Kinder.
- wrong_column c2 Mühlenberg zählt {v2} Beschäftigte.

+ sum c1,c3 Wesel kommt mit beiden Häusern auf {sum(v1,v3)} Kinder.
+ sum c1,c2,c3,c4,c5 Alle fünf Häuser nehmen gemeinsam {sum(m1,m2,m3,m4,m5)} Mio. € ein.
+ average c1,c2,c3,c4,c5 Ein Haus betreut im Mittel {avg(v1,v2,v3,v4,v5)|0} Kinder.
- short_sum c1,c2,c3,c4,c5 Alle fünf Häuser nehmen gemeinsam {m1+m2+m4+m5} Mio. € ein.
- short_sum c2,c4,c5 Mühlenberg, Am Deich und Heide betreuen miteinander {v2+v5} Kinder.

+ ratio c1,c5 Nach Erträgen ist Rheinaue {ratio(m1,m5)|1}-mal so groß wie Heide.
+ ratio c1,c4 Auf ein Kind in Am Deich kommen {ratio(v1,v4)|1} Kinder in Rheinaue.
- swapped_ratio c1,c5 Nach Erträgen ist Heide {m1/m5|1}-mal so groß wie Rheinaue.
- turned_comparison c2,c4 In Mühlenberg werden weniger Kinder betreut als in Am Deich.

+ count c1,c2,c3,c4,c5 Bei {below(2.3,m1,m2,m3,m4,m5)} von fünf Häusern bleiben die Erträge unter 2,3 Mio. €.
+ per_unit c2 In Mühlenberg betreut eine Kraft rechnerisch {per(v2,n2)|1} Kinder.
+ per_unit c4 Pro Kind nimmt Am Deich rund {per(m4*1000,v4)|0} Tsd. € ein.
- wrong_per_unit c4 Pro Beschäftigten nimmt Am Deich {m4*1000/v4|0} Tsd. € ein.

|| Haus | Erträge (Mio. €) | Kinder
|+ c1 Rheinaue | {m1} | {v1}
|- wrong_row c1 Rheinaue | {m2} | {v1}
|+ c2 Mühlenberg | {m2} | {v2}
|+ c3 Lippe | {m3} | {v3}
|+ c5 Heide | {m5} | {v5}
|- wrong_column c5 Heide | {v5} | {m5}

# csv | beitraege.csv | | Elternbeiträge
> Angebot;Stunden;2023 (EUR);2024 (EUR)
> d1 Frühbetreuung;5;{p2|2r};{p2+6|2r}
> d2 Mittagessen;5;{p1|2r};{p1+4|2r}
> d3 Ferienspiele;30;{p4|2r};{p4-7|2r}
> d4 Musikstunde;1;{p3|2r};{p3+2|2r}

+ growth d2 Das Mittagessen schlug 2024 mit {growth(p1,p1+4)|1} % mehr zu Buche.
+ difference d1 Eltern legen für die Frühbetreuung nun {diff(p2+6,p2)} € drauf.
+ table_cell d4 Für die Musikstunde wurden 2024 {p3+2} € verlangt.
- wrong_column d4 Für die Musikstunde wurden 2024 {p3} € verlangt.
- wrong_row d1 Für die Frühbetreuung wurden 2024 {p1+4} € verlangt.

+ qualitative d1,d2,d3,d4 Günstiger wurden allein die Ferienspiele.
- flipped_direction d3 Bei den Ferienspielen wurde um 7 € aufgeschlagen.

# prose | Vermerk: Engpässe in den Randzeiten | 8. Januar 2025 | Wo es klemmt
> e1 Mehrere Häuser müssen freitags Gruppen zusammenlegen.
> e2 Abmeldungen werden nicht nach Gründen erfasst.
> e3 Das Anmeldeportal soll {i1} T€ kosten und voraussichtlich {i2} T€ im Jahr einsparen.
> e4 Drei von zehn Anmeldungen treffen am Wochenende ein.
> e5 Zeitarbeit kostet {wk} € je Woche.
> e6 Leitungen verbringen mehr Zeit mit Anträgen als mit Eltern.

+ paraphrase e1 Freitags werden in mehreren Häusern Gruppen vereint.
- widened_scope e1 Freitags legt jedes Haus Gruppen zusammen.
- reversed_paraphrase e1 Freitags können mehrere Häuser ihre Gruppen teilen.

+ negation e2 Warum Eltern abmelden, hält niemand fest.
- dropped_negation e2 Warum Eltern abmelden, wird festgehalten.

+ payback e3 Bis das Portal sein Geld eingespielt hat, vergehen {payback(i1,i2)|1} Jahre.
+ payback e3 Die Ausgabe für das Portal ist nach ungefähr {payback(i1,i2)|1} Jahren wieder hereingeholt.
- wrong_growth e3 Bis das Portal sein Geld eingespielt hat, vergehen {i1/i2-1.5|1} Jahre.
- possibility_as_fact e3 Mit dem Portal wurden {i2} T€ eingespart.
- made_up_words e3 Bleibt die Ersparnis aus, erstattet der Anbieter den Preis des Portals. // bleibt die Ersparnis
  aus, erstattet der Anbieter den Preis

+ fraction e4 Aufs Wochenende fallen {share(3,10)} % der Anmeldungen.
- wrong_share e4 Die Hälfte der Anmeldungen trifft am Wochenende ein.

+ period_conversion e5 Bei 52 Wochen summiert sich die Zeitarbeit auf {times(wk,52)} €.
+ period_conversion e5 Hochgerechnet auf ein Jahr verschlingt Zeitarbeit {times(wk,52)} €.
- wrong_per_unit e5 Zeitarbeit kostet {wk} € je Tag.

+ qualitative e6 Anträge beanspruchen die Leitungen stärker als Gespräche mit Eltern.
- turned_comparison e6 Eltern beanspruchen mehr Zeit der Leitungen als Anträge.

# prose | Elternpanel Niederrhein | https://panel.example/eltern-niederrhein | Was Eltern wollen
> f1 In Österreich gaben Eltern 2024 monatlich {f2} € für Betreuung aus, 2021 waren es {f1} € gewesen.
> f2 Eine App für Krankmeldungen nutzen {s2} % der Familien (vorige Welle: {s1} %).
> f3 Im Schnitt des Jahres gab es für einen Franken {fx} €.
> f4 Die Familien wurden vom 8. bis 27. April 2024 befragt; {q1} aus Duisburg nahmen teil.
> f5 Wartelisten würden sich womöglich verkürzen, wenn Anmeldungen zentral liefen.
> f6 In Basel zahlt eine Familie {fee} Franken im Monat.

+ compound_growth f1 Die Ausgaben österreichischer Eltern stiegen seit 2021 im Jahresmittel um {cagr(f1,f2,3)|1} %.
+ difference f1 Österreichische Eltern wenden {diff(f2,f1)} € im Monat mehr auf als drei Jahre zuvor.
- other_currency f1 In Österreich gaben Eltern 2024 monatlich {f2} Franken für Betreuung aus.
- wrong_period f1 In Österreich lagen die monatlichen Ausgaben schon 2021 bei {f2} €.

+ point_change f2 Von einer Welle zur nächsten gewann die App {diff(s2,s1)} Prozentpunkte.
+ ratio f2 Die Verbreitung der App ist auf das {ratio(s2,s1)|2}-Fache der vorigen Welle gestiegen.
- percent_for_points f2 Von einer Welle zur nächsten gewann die App {s2-s1} %.
- flipped_direction f2 Die App verlor Nutzer und steht nur noch bei {s1} %.

+ exchange f6,f3 In Euro sind das in Basel ungefähr {times(fee,fx)|0} im Monat.
+ exchange f6,f3 Zum Kurs von {fx} € je Franken ergibt sich ein Betrag von {times(fee,fx)|0} €.
- other_currency f6 In Basel zahlt eine Familie {fee} € im Monat.

+ date f4 Zwischen dem 8. und dem 27. April 2024 wurde befragt.
+ hedged_rounding f4 Auskunft gaben rund {about(q1,100)} Familien.
+ hedged_rounding f4 Etwa {about(q1,100)} Familien machten mit.
- loose_rounding f4 Etwa {q1+950} Familien machten mit.
- widened_scope f4 Das Panel umfasst {q1} Familien aus ganz Nordrhein-Westfalen.

+ possibility f5 Zentrale Anmeldungen könnten die Wartelisten verkürzen.
- possibility_as_fact f5 Zentrale Anmeldungen verkürzen die Wartelisten.

+ source_difference f2,e4 Zwischen den {s2} % App-Nutzern und den drei von zehn Anmeldungen am Wochenende liegen
  {diff(s2,30)} Punkte.

# prose | Niederschrift der Gesellschafterversammlung | 29. Januar 2025 | Was beschlossen ist
> g1 Genehmigt: {b1} T€ für die Küche in Rees, {b2} T€ für Portal und Schulung.
> g2 Der Zusammenschluss mit einem anderen Träger kam nicht zur Sprache.
> g3 Frühgruppen sind zu {q2} % belegt ({g1} Plätze), Tagesgruppen zu {q2+20} % ({g1*4} Plätze).

+ sum g1 Beide Vorhaben zusammen verschlingen {sum(b1,b2)} T€.
+ difference g1 Für die Küche gibt es {diff(b2,b1)} T€ weniger als für Portal und Schulung.
+ multi_footnote g1,g2 Die Küche in Rees bekommt {b1} T€{^1}; ein Zusammenschluss war kein Thema{^2}.
- short_sum g1 Beide Vorhaben zusammen verschlingen {b2} T€.
- turned_comparison g1 Für die Küche steht mehr bereit als für Portal und Schulung.

+ negation g2 Über einen Zusammenschluss wurde nicht gesprochen.
- dropped_negation g2 Die Gesellschafter sprachen über einen Zusammenschluss mit einem anderen Träger.

+ weighted_average g3 Über alle Plätze gerechnet sind {wavg(q2,g1,q2+20,g1*4)|0} % belegt.
- wrong_growth g3 Über alle Plätze gerechnet sind {q2+4} % belegt.

# brief | Brief | | Worum es ging
> i1 Sonnenhof Kitas fragt, wie sich ohne Neubau mehr Kinder aufnehmen lassen.
> i2 Investiert werden können {bud} Mio. €.
> Der Bericht richtet sich an die Gesellschafter.

+ hedged_rounding i2 Für Investitionen stehen dem Träger ca. {about(bud,0.1)|1} Mio. € offen.
+ verbatim i2 Der Träger kann {bud} Mio. € investieren.
- other_currency i2 Der Träger kann {bud} Mio. Pfund investieren.
- loose_rounding i2 Der Träger kann rund {bud+0.9|1} Mio. € investieren.

# query | Anmeldungen nach Weg | select weg, count(*) as anmeldungen, sum(beitrag) as beitrag from anmeldungen group
  by weg | Wege der Anmeldung
! weg:text: | anmeldungen:number: | beitrag:number:Tsd. €
> Portal | {o2} | {b2}
> Telefon | {o1} | {i1}
> Vor Ort | {o3} | {p4}

+ query_figure Q Telefonisch meldeten sich {o1} Familien an.
+ query_figure Q Über das Portal kamen Beiträge von {b2} Tsd. € zusammen.
- wrong_query_figure Q Telefonisch meldeten sich {o1+430} Familien an.
- missing_query Q Vor Ort meldeten sich {o3} Familien an.

+ query_derived Q Vor Ort wurden {share(o3,o1+o2+o3)|0} % der Anmeldungen aufgenommen.
+ query_derived Q Alle drei Wege zusammengenommen gab es {sum(o1,o2,o3)} Anmeldungen.
- wrong_column Q Vor Ort wurden {p4} Anmeldungen aufgenommen.

# colleague | sozialoekonomin | Birte Hansen | Eine zweite Meinung | Wie verbreitet sind private Träger?
> j1 Bundesweit sind {k1+9} % der Plätze bei privaten Trägern, ein Volumen von {k1},5 Mrd. € im Jahr.

- colleague_invention j1 Private Träger setzen bundesweit {k1},5 Mrd. € im Jahr um.
- colleague_invention j1 Bundesweit liegen {k1+9} % der Plätze in privater Hand.

# upstream | Auswertung der Elternbefragung | elternbefragung.md | Was schon bekannt war
> k1 {s2} % der Familien im Panel nutzen eine App für Krankmeldungen.[^1]
> k2 Ein unbesetzter Platz kostet den Träger {fee} € im Monat.[^2]
^ 1 verified Elternpanel Niederrhein, https://panel.example/eltern-niederrhein: “Eine App für Krankmeldungen nutzen
  {s2} % der Familien”
^ 2 missing_source Leerstandsmonitor Kita: “{fee} € je Platz”

+ upstream_verified k1 Wie unsere frühere Auswertung zeigt, nutzen {s2} % der Familien im Panel die App.
- upstream_unverified k2 Je unbesetztem Platz entgehen dem Träger monatlich {fee} €.
- upstream_unverified k2 Ein freier Platz schlägt mit {fee} € im Monat zu Buche.
`;
