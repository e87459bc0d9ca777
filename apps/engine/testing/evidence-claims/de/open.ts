/** Ein Hersteller von Pumpen im Sauerland. */
export const openGerman = `
T Wo die Halberg Pumpen GmbH wachsen kann
T Standortbestimmung für die Halberg Pumpen GmbH
A Dieses Papier fasst zusammen, was wir vorgefunden haben und was wir vorschlagen.
A Die Abschnitte folgen der Reihenfolge der Fragen aus dem Auftrag.
I Zunächst ein Blick auf die wirtschaftliche Lage.
I Bevor wir über Wege sprechen, stellen wir die Zahlen nebeneinander.
R Wir empfehlen, den zweiten Servicestützpunkt im April zu eröffnen.
R Wir schlagen vor, mit zwei Pilotkunden zu beginnen und im Herbst zu entscheiden.
R Bis Mai legen wir dem Beirat eine überarbeitete Fassung vor.
E Rechnet man mit 30 Einsätzen im Monat zu je 450 €, ergäbe sich nach unserer Schätzung ein Serviceumsatz von
  {times(30,450)} € im Monat.
E Unter der Annahme von 12 eingesparten Stunden je Woche zu 38 € schätzen wir die Entlastung auf {times(12,38)} € je
  Woche.
U Rund {x1} Pumpen älterer Bauart sind noch bei Kunden im Einsatz.
U Für Garantiefälle hat das Unternehmen {x2},5 Mio. € zurückgelegt.
V Kommunale Wasserwerke bevorzugen bei der Vergabe grundsätzlich regionale Anbieter.
V Die Wettbewerber haben ihre Lieferzeiten zuletzt deutlich verkürzt.
M Pumpenmarkt Mitteleuropa 2025 // Kommunen investieren wieder stärker in ihre Wasserwerke // Die Kommunen
  investieren wieder stärker in ihre Wasserwerke.
M VDI-Konjunkturbrief Fluidtechnik // Die Nachfrage nach Tauchpumpen zieht seit Sommer an // Seit dem Sommer zieht
  die Nachfrage nach Tauchpumpen an.
H Fazit
H Nächste Schritte

= a 61.0..74.0; b a+2.1..a+6.8; e 4.2..5.6; c0 44.0..49.0; d 7.1..8.6; d2 d+1.2..d+2.7; x1 3100..5900 step 100; x2 2..6
= st 412..468; ex 24.1..28.9; w1 22..29; k6 14..19; f1 3.1..4.6; f2 f1+0.6..f1+1.9; m1 8400..9900; m2 6700..7900; m3
  4300..5400
= m4 2500..3300; m5 1100..1700; q1 31..36; q2 24..28; q3 17..20; q4 11..14; q5 6..8; p1 284..339; p2 1150..1480; p3
  512..598
= i1 210..280 step 5; i2 52..64; rent 11200..15800 step 100; s1 46..58; s2 s1+4..s1+13; n1 780..990; v1 1.06..1.12;
  w 1240..1980
= b1 1.4..2.3; b2 b1+0.5..b1+1.6; g1 62..78; j1 3.21..4.79; o1 120..180; o2 410..560; k5 21..29

# prose | Geschäftsbericht 2024 der Halberg Pumpen GmbH | S. 12 | Ertragslage
> a1 Der Umsatz stieg von {a} Mio. € im Jahr 2023 auf {b} Mio. € im Jahr 2024.
> a2 Das Betriebsergebnis belief sich auf {e} Mio. €.
> a3 2020 hatte der Umsatz noch {c0} Mio. € betragen.
> a4 Im Servicegeschäft kletterte die Umsatzrendite von {d} % auf {d2} %.
> a5 Ein weiterer Stellenabbau ist nicht geplant.
> a6 Der Krankenstand ging zurück, während das Schichtmodell umgestellt wurde.
> a7 Die Zahl der Lieferanten könnte bis 2026 halbiert werden.

+ growth a1 Der Umsatz legte um {growth(a,b)|1} % zu, von {a} auf {b} Mio. €.
+ growth a1 Mit {b} Mio. € lag der Umsatz {growth(a,b)|1} Prozent über dem Vorjahr.
+ difference a1 Gegenüber 2023 kamen {diff(b,a)} Mio. € Umsatz hinzu.
- wrong_growth a1 Der Umsatz legte um {(b/a-1)*100+2.6|1} % zu, von {a} auf {b} Mio. €.
- flipped_direction a1 Der Umsatz ging um {growth(a,b)|1} % auf {b} Mio. € zurück.

+ verbatim a1 2024 setzte das Unternehmen {b} Mio. € um.
+ scale_conversion a1 Der Umsatz des Jahres 2024 entspricht {times(b,1000)|0} Tsd. €.
- other_currency a1 2024 setzte das Unternehmen {b} Mio. CHF um.
- wrong_period a1 Schon 2023 erreichte der Umsatz {b} Mio. €.
- wrong_scale a1 Der Umsatz lag 2024 bei {b} Mrd. €.
- other_number a1 Der Umsatz lag 2024 bei {b+7.4} Mio. €.
~ Bei einem Umsatz von {b} Mio. € bleibt der Spielraum für Zukäufe begrenzt.

+ margin a1,a2 Von jedem Euro Umsatz bleiben {margin(e,b)|1} Cent als Betriebsergebnis.
+ margin a1,a2 Die operative Marge liegt damit bei {margin(e,b)|1} %.
- wrong_share a1,a2 Die operative Marge liegt damit bei {e/b*100+2.8|1} %.

+ compound_growth a1,a3 Seit 2020 ist der Umsatz im Schnitt um {cagr(c0,b,4)|1} % pro Jahr gewachsen.
+ index a1,a3 Setzt man 2020 gleich 100, steht der Umsatz heute bei {index(c0,b)|0}.
- wrong_growth a1,a3 Seit 2020 ist der Umsatz im Schnitt um {(b/c0-1)*25+3.9|1} % pro Jahr gewachsen.

+ point_change a4 Die Rendite im Service verbesserte sich um {diff(d2,d)|1} Prozentpunkte.
+ point_change a4 Mit {d2} % rentiert der Service {diff(d2,d)|1} Punkte besser als zuvor.
- percent_for_points a4 Die Rendite im Service verbesserte sich um {d2-d|1} Prozent.
- widened_scope a4 Im gesamten Unternehmen kletterte die Umsatzrendite auf {d2} %.
- flipped_direction a4 Die Umsatzrendite im Service sank auf {d} %.

+ negation a5 Weitere Stellen sollen nicht abgebaut werden.
- dropped_negation a5 Ein weiterer Stellenabbau ist geplant.

+ qualitative a6 Der Krankenstand sank in der Zeit, in der das Schichtmodell wechselte.
- invented_cause a6 Dank des neuen Schichtmodells ging der Krankenstand zurück.
- invented_cause a6 Der Krankenstand ging zurück, weil das Schichtmodell umgestellt wurde.

+ possibility a7 Möglich ist, dass es 2026 nur noch halb so viele Lieferanten gibt.
- possibility_as_fact a7 Die Zahl der Lieferanten wird bis 2026 halbiert.

# prose | Geschäftsbericht 2024 der Halberg Pumpen GmbH | S. 27 | Belegschaft
> b1 Zum Jahresende beschäftigte Halberg {st} Menschen, davon {w1} % in Teilzeit.
> b2 Der Personalaufwand betrug {ex} Mio. €.
> b3 Seit der Einführung fester Ansprechpartner kündigen weniger Servicetechniker.

+ per_unit b1,b2 Je Kopf sind das rund {per(ex*1000,st)|0} Tsd. € Personalaufwand.
+ per_unit b1,b2 Ein Beschäftigter kostet im Jahr rund {per(ex*1000,st)|0} Tsd. €.
- wrong_per_unit b1,b2 Je Monat sind das rund {ex*1000/st|0} Tsd. € Personalaufwand pro Kopf.

+ remainder b1 Die übrigen {rest(w1)} % arbeiten in Vollzeit.
+ remainder b1 In Vollzeit sind demnach {rest(w1)} % der Belegschaft tätig.
- wrong_share b1 Die übrigen {100-w1-12} % arbeiten in Vollzeit.

+ share a1,b2 Auf das Personal entfallen {share(ex,b)|1} % vom Umsatz.
- swapped_ratio a1,b2 Der Personalaufwand ist {b/ex|1}-mal so hoch wie der Umsatz.

+ paraphrase b3 Mit festen Ansprechpartnern verlassen weniger Techniker den Service.
- reversed_paraphrase b3 Seit es feste Ansprechpartner gibt, kündigen mehr Servicetechniker.

# sheet | Auftragseingang_2024.xlsx | Blatt Werke | Werke im Vergleich
> Werk | Land | Auftragseingang (Tsd. €) | Mitarbeiter | Anfragen
> c1 Arnsberg | Deutschland | {m1} | {q1} | {p2}
> c2 Iserlohn | Deutschland | {m2} | {q2} | {o2}
> c3 Brünn | Tschechien | {m3} | {q3} | {p3}
> c4 Graz | Österreich | {m4} | {q4} | {p1}
> c5 Posen | Polen | {m5} | {q5} | {o1}

+ ranking c1 Den höchsten Auftragseingang aller fünf Werke verbucht Arnsberg mit {m1} Tsd. €.
+ ranking c1,c2,c3,c4,c5 Schlusslicht ist Posen mit {m5} Tsd. €.
+ table_cell c3 In Brünn gingen Aufträge über {m3} Tsd. € ein.
- wrong_superlative c2 Den höchsten Auftragseingang aller Werke verbucht Iserlohn mit {m2} Tsd. €.
- wrong_superlative c4 Kein Werk hat weniger Aufträge als Graz mit {m4} Tsd. €.
- wrong_row c3 In Brünn gingen Aufträge über {m4} Tsd. € ein.

+ sum c1,c2 Die beiden deutschen Werke kommen zusammen auf {sum(m1,m2)} Tsd. €.
+ sum c1,c2,c3,c4,c5 Über alle Werke summiert sich der Auftragseingang auf {sum(m1,m2,m3,m4,m5)} Tsd. €.
+ average c1,c2,c3,c4,c5 Im Durchschnitt entfallen {avg(m1,m2,m3,m4,m5)|0} Tsd. € auf ein Werk.
- short_sum c1,c2,c3,c4,c5 Über alle Werke summiert sich der Auftragseingang auf {m1+m2+m3+m5} Tsd. €.
- short_sum c3,c4,c5 Brünn, Graz und Posen erreichen gemeinsam {m3+m4} Tsd. €.

+ ratio c1,c5 Arnsberg holt {ratio(m1,m5)|1}-mal so viele Aufträge herein wie Posen.
- swapped_ratio c1,c5 Posen holt {m1/m5|1}-mal so viele Aufträge herein wie Arnsberg.
- turned_comparison c2,c3 Brünn liegt beim Auftragseingang vor Iserlohn.
+ count c1,c2,c3,c4,c5 In {above(4000,m1,m2,m3,m4,m5)} der fünf Werke übersteigt der Auftragseingang 4.000 Tsd. €.

+ per_unit c4 In Graz kommen auf jeden Mitarbeiter Aufträge von {per(m4,q4)|0} Tsd. €.
- wrong_column c3 Brünn beschäftigt {p3} Mitarbeiter.
- wrong_column c2 In Iserlohn gingen {q2} Anfragen ein.
- wrong_per_unit c4 In Graz kommen auf jede Anfrage Aufträge von {m4/q4|0} Tsd. €.

|| Werk | Auftragseingang (Tsd. €) | Mitarbeiter
|+ c1 Arnsberg | {m1} | {q1}
|+ c2 Iserlohn | {m2} | {q2}
|- wrong_row c2 Iserlohn | {m3} | {q2}
|+ c3 Brünn | {m3} | {q3}
|+ c4 Graz | {m4} | {q4}
|- wrong_column c4 Graz | {q4} | {m4}

# csv | preisliste.csv | | Preise
> Artikel;Einheit;Preis 2023 (EUR);Preis 2024 (EUR)
> d1 Kreiselpumpe K2;Stück;{p2|2r};{p2+96|2r}
> d2 Tauchpumpe T1;Stück;{p1|2r};{p1+18|2r}
> d3 Dichtungssatz;Satz;{g1|2r};{g1-5|2r}
> d4 Wartung;Stunde;{q1+60|2r};{q1+67|2r}

+ growth d1 Die Kreiselpumpe K2 verteuerte sich binnen Jahresfrist um {growth(p2,p2+96)|1} %.
+ difference d2 Für die Tauchpumpe T1 zahlen Kunden {diff(p1+18,p1)} € mehr als im Vorjahr.
+ table_cell d4 Eine Stunde Wartung kostete 2024 {q1+67} €.
- wrong_column d2 Die Tauchpumpe T1 kostete 2024 {p1} €.
- wrong_row d4 Eine Stunde Wartung kostete 2024 {g1-5} €.

+ qualitative d1,d2,d3,d4 Nur der Dichtungssatz ist billiger geworden.
- flipped_direction d3 Der Dichtungssatz verteuerte sich um 5 €.

# prose | Gesprächsnotiz Werksleitung | 14. Januar 2025 | Stimmen aus dem Werk
> e1 „Einige Kunden warten derzeit länger als acht Wochen auf Ersatzteile.“
> e2 „Den Ausschuss erfassen wir nicht je Linie.“
> e3 „Die neue Prüfbank kostet {i1} Tsd. € und spart uns im Jahr etwa {i2} Tsd. €.“
> e4 „Jede fünfte Bestellung kommt inzwischen über das Portal.“
> e5 „Für die Lagerhalle zahlen wir {rent} € im Monat.“

+ paraphrase e1 Manche Kunden müssen zurzeit mehr als acht Wochen auf Ersatzteile warten.
- widened_scope e1 Alle Kunden warten derzeit länger als acht Wochen auf Ersatzteile.
- reversed_paraphrase e1 Einige Kunden erhalten ihre Ersatzteile derzeit in weniger als acht Wochen.

+ negation e2 Je Linie liegt keine Erfassung des Ausschusses vor.
- dropped_negation e2 Der Ausschuss wird je Linie erfasst.

+ payback e3 Die Prüfbank hat sich damit nach {payback(i1,i2)|1} Jahren bezahlt gemacht.
+ payback e3 Nach rund {payback(i1,i2)|1} Jahren ist die Investition wieder verdient.
- wrong_growth e3 Die Prüfbank hat sich damit nach {i1/i2-1.9|1} Jahren bezahlt gemacht.
- made_up_words e3 Der Hersteller der Prüfbank sichert die Ersparnis vertraglich zu. // der Hersteller sichert uns
  die Ersparnis vertraglich zu
- possibility_as_fact e3 Die neue Prüfbank hat bereits {i2} Tsd. € eingespart.

+ fraction e4 {share(1,5)} % der Bestellungen gehen über das Portal ein.
- wrong_share e4 Jede dritte Bestellung kommt über das Portal.

+ period_conversion e5 Aufs Jahr gerechnet kostet die Lagerhalle {times(rent,12)} €.
+ period_conversion e5 Die Miete der Lagerhalle macht jährlich {times(rent,12)} € aus.
- wrong_per_unit e5 Die Lagerhalle kostet {rent} € in der Woche.

# prose | Branchenstudie Wassertechnik | https://studie.example/wasser | Der Markt
> f1 Das Marktvolumen in Polen wuchs von {f1} Mrd. Zloty im Jahr 2019 auf {f2} Mrd. Zloty im Jahr 2024.
> f2 {s2} % der befragten Wasserwerke fragen Fernüberwachung nach; zwei Jahre zuvor waren es {s1} %.
> f3 Ein Schweizer Franken kostete im Jahresmittel {v1} €.
> f4 Befragt wurden zwischen dem 2. und dem 20. September 2024 {n1} Wasserwerke in Bayern.
> f5 Kleinere Anbieter könnten vom Markt verschwinden.
> f6 Eine Wartung kostet in der Schweiz im Mittel {w} Franken.
> f7 Deutsche Wasserwerke tauschen ihre Pumpen später aus als österreichische.

+ compound_growth f1 Der polnische Markt wuchs in diesen fünf Jahren um jährlich {cagr(f1,f2,5)|1} %.
+ growth f1 Insgesamt hat der polnische Markt seit 2019 um {growth(f1,f2)|0} % zugelegt.
- other_currency f1 Das Marktvolumen in Polen erreichte 2024 {f2} Mrd. €.
- wrong_period f1 Bereits 2019 betrug das Marktvolumen in Polen {f2} Mrd. Zloty.

+ point_change f2 Der Anteil der Werke, die Fernüberwachung wünschen, nahm um {diff(s2,s1)} Prozentpunkte zu.
- percent_for_points f2 Der Anteil der Werke, die Fernüberwachung wünschen, nahm um {s2-s1} Prozent zu.
- flipped_direction f2 Die Nachfrage nach Fernüberwachung ging auf {s1} % zurück.

+ exchange f6,f3 Umgerechnet zahlen Schweizer Betreiber rund {times(w,v1)|0} € je Wartung.
+ exchange f6,f3 Bei einem Kurs von {v1} € je Franken entspricht das {times(w,v1)|0} €.
- other_currency f6 Eine Wartung kostet in der Schweiz im Mittel {w} €.

+ date f4 Die Befragung lief vom 2. bis zum 20. September 2024.
+ hedged_rounding f4 Rund {about(n1,50)} Wasserwerke haben geantwortet.
- loose_rounding f4 Rund {n1+310} Wasserwerke haben geantwortet.
- widened_scope f4 Befragt wurden {n1} Wasserwerke in ganz Deutschland.

+ possibility f5 Ein Ausscheiden kleinerer Anbieter ist denkbar.
- possibility_as_fact f5 Kleinere Anbieter verschwinden vom Markt.

+ qualitative f7 In Österreich werden Pumpen früher ersetzt als in Deutschland.
- turned_comparison f7 Deutsche Wasserwerke tauschen ihre Pumpen früher aus als österreichische.

+ source_difference f2,e4 Der Portalanteil von einem Fünftel liegt {diff(s2,20)} Punkte unter den {s2} % der Werke,
  die Fernüberwachung wünschen.

# prose | Protokoll der Beiratssitzung | 6. Februar 2025 | Beschlüsse
> g1 Der Beirat bewilligte {b1} Mio. € für die Prüfbank und {b2} Mio. € für den Service.
> g2 Über den Standort Posen wurde nicht abgestimmt.
> g3 Der Service erwirtschaftet {d2} % auf {k6} Mio. € Umsatz, das Neugeschäft {d-4} % auf {g1-20} Mio. €.

+ sum g1 Insgesamt gab der Beirat {sum(b1,b2)} Mio. € frei.
+ difference g1 Der Service erhält {diff(b2,b1)} Mio. € mehr als die Prüfbank.
+ multi_footnote g1,g2 Für den Service sind {b2} Mio. € bewilligt{^1}, über Posen ist dagegen nicht abgestimmt{^2}.
- short_sum g1 Für Prüfbank und Service gab der Beirat zusammen {b2} Mio. € frei.
- turned_comparison g1 Die Prüfbank bekommt mehr Geld als der Service.

+ negation g2 Zum Standort Posen gab es keine Abstimmung.
- dropped_negation g2 Der Beirat stimmte über den Standort Posen ab.

+ weighted_average g3 Gewichtet mit dem Umsatz ergibt sich eine Rendite von {wavg(d2,k6,d-4,g1-20)|1} %.
- wrong_growth g3 Gewichtet mit dem Umsatz ergibt sich eine Rendite von {(d2+d-4)/2+1.4|1} %.

# brief | Brief | | Der Auftrag
> i1 Die Halberg Pumpen GmbH will wissen, ob sie ihren Service ausbauen soll.
> i2 Zur Verfügung stehen {j1} Mio. €.
> Bitte schreiben Sie für den Beirat.

+ hedged_rounding i2 Dem Auftraggeber stehen etwa {about(j1,0.1)|1} Mio. € zur Verfügung.
+ verbatim i2 Zur Verfügung stehen {j1} Mio. €.
- other_currency i2 Zur Verfügung stehen {j1} Mio. US-Dollar.
- wrong_scale i2 Zur Verfügung stehen {j1} Tsd. €.

# query | Serviceaufträge nach Region | select region, count(*) as auftraege, sum(umsatz) as umsatz from service
  group by region | Serviceaufträge
! region:text: | auftraege:number: | umsatz:number:Tsd. €
> Nord | {o2} | {m4}
> Süd | {p1} | {m5}
> Ost | {o1} | {i1}

+ query_figure Q Aus dem Süden kamen {p1} Serviceaufträge.
- wrong_query_figure Q Aus dem Süden kamen {p1+77} Serviceaufträge.
- missing_query Q Auf den Norden entfallen {o2} Serviceaufträge.

+ query_derived Q Über alle Regionen sind es {sum(o2,p1,o1)} Aufträge.
+ query_derived Q Der Norden steht für {share(o2,o2+p1+o1)|0} % der Aufträge.
- wrong_column Q Im Osten gab es {i1} Serviceaufträge.

# colleague | marktanalyse | Jana Seidel | Rat aus dem Team | Wie groß ist der Markt für Industriepumpen?
> j1 Den deutschen Markt für Industriepumpen schätze ich auf {k5},4 Mrd. €, Halberg hält davon {q5} %.

- colleague_invention j1 Der deutsche Markt für Industriepumpen umfasst {k5},4 Mrd. €.
- colleague_invention j1 Halberg hält {q5} % am deutschen Markt.

# upstream | Wettbewerbsanalyse | wettbewerbsanalyse.md | Frühere Ergebnisse
> k1 {s2} % der Wasserwerke wünschen Fernüberwachung.[^1]
> k2 Die drei größten Anbieter vereinen {g1} % des Marktes auf sich.[^2]
^ 1 verified Branchenstudie Wassertechnik, https://studie.example/wasser: “{s2} % der befragten Wasserwerke fragen
  Fernüberwachung nach”
^ 2 missing_source Marktmonitor Pumpen: “drei Anbieter mit {g1} %”

+ upstream_verified k1 Nach der Wettbewerbsanalyse wünschen {s2} % der Wasserwerke Fernüberwachung.
- upstream_unverified k2 Die drei größten Anbieter vereinen {g1} % des Marktes auf sich.
- upstream_unverified k2 Drei Anbieter beherrschen {g1} % des Marktes.
`;
