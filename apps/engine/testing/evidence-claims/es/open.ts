/** Una almazara de Jaén. */
export const openSpanish = `
T Aceites Sierra Clara: por dónde crecer
T Diagnóstico y propuestas para Aceites Sierra Clara
A Este documento recoge lo que hemos observado y lo que proponemos.
A Los apartados siguen el orden de las preguntas del encargo.
I Empezamos por la situación económica.
I Antes de comparar alternativas conviene reunir los hechos.
R Recomendamos abrir la tienda de la almazara en abril.
R Proponemos empezar con dos clientes piloto y decidir en otoño.
R En mayo presentaremos al consejo una versión revisada.
E Con 35 visitantes al día y un gasto de 18 € por persona, estimamos unos ingresos de {times(35,18)} € diarios.
E Si se ahorran 14 horas semanales a 19 € la hora, calculamos un alivio de {times(14,19)} € por semana.
U El club de catas cuenta con {x1} socios.
U La empresa tiene {x2},5 millones de euros inmovilizados en depósitos sin usar.
V Los restaurantes del norte prefieren los aceites italianos.
V La Junta ya ha aprobado la nueva carretera a la almazara.
M Barómetro del Aceite 2025 // El consumidor español vuelve a comprar envases de cinco litros // El consumidor
  español vuelve a comprar envases de cinco litros.
M Observatorio Oleícola del Sur // Las exportaciones a Asia recuperaron el ritmo en otoño // En otoño, las
  exportaciones a Asia recuperaron el ritmo.
H Conclusiones
H Próximos pasos

= a 22.4..28.6; b a+1.1..a+3.4; e 1.6..2.4; c0 16.0..19.0; d 6.3..7.8; d2 d+1.2..d+2.6; x1 2400..8700 step 100; x2 2..7
= st 118..164; ex 4.8..6.1; w1 24..33; m1 6200..7400; m2 4900..5800; m3 3500..4300; m4 2100..2900; m5 900..1500
= n1 35..41; n2 27..32; n3 19..24; n4 12..16; n5 5..9; p1 21..27; p2 34..43; p3 11..15; p4 46..58
= i1 84..120 step 2; i2 19..26; rent 3200..5800 step 100; s1 28..36; s2 s1+5..s1+13; q1 1240..1790; v1 1.05..1.12; w
  38..54
= b1 0.6..1.1; b2 b1+0.3..b1+1.2; g1 64..82; j1 1.23..1.88; o1 1130..1390; o2 4600..5900; o3 2100..2700; k5 3..6; f1
  610..740; f2 f1+60..f1+180; k6 8..12

# prose | Informe anual 2024 de Aceites Sierra Clara | pág. 8 | Resultados
> a1 La facturación pasó de {a} millones de euros en 2023 a {b} millones de euros en 2024.
> a2 El beneficio de explotación fue de {e} millones de euros.
> a3 En 2020 la facturación era todavía de {c0} millones de euros.
> a4 El margen de la línea ecológica subió del {d} % al {d2} %.
> a5 La empresa no solicitó ninguna ayuda pública.
> a6 Las devoluciones bajaron en los mismos meses en que se cambió el envase.
> a7 La almazara podría adelantar la campaña si llueve en septiembre.

+ growth a1 Las ventas crecieron un {growth(a,b)|1} %, de {a} a {b} millones de euros.
+ growth a1 Con {b} millones de euros, la facturación superó en un {growth(a,b)|1} % la del año anterior.
+ difference a1 La empresa facturó {diff(b,a)} millones de euros más que en 2023.
- wrong_growth a1 Las ventas crecieron un {(b/a-1)*100+3.1|1} %, de {a} a {b} millones de euros.
- flipped_direction a1 Las ventas cayeron un {growth(a,b)|1} %, hasta {b} millones de euros.

+ verbatim a1 En 2024 la facturación alcanzó {b} millones de euros.
+ scale_conversion a1 La facturación de 2024 equivale a {times(b,1000)|0} miles de euros.
- other_currency a1 En 2024 la facturación alcanzó {b} millones de dólares.
- wrong_period a1 Ya en 2023 la facturación alcanzaba {b} millones de euros.
- wrong_scale a1 En 2024 la facturación fue de {b} mil euros.
- other_number a1 En 2024 la facturación fue de {b+5.2} millones de euros.
~ Con una facturación de {b} millones de euros, la empresa puede asumir el primer paso sin deuda.

+ margin a1,a2 De cada cien euros vendidos quedan {margin(e,b)|1} como beneficio de explotación.
+ margin a1,a2 El margen de explotación se sitúa así en el {margin(e,b)|1} %.
- wrong_share a1,a2 El margen de explotación se sitúa así en el {e/b*100+3.4|1} %.

+ compound_growth a1,a3 Desde 2020 la facturación ha crecido de media un {cagr(c0,b,4)|1} % al año.
+ index a1,a3 Si 2020 es 100, la facturación está hoy en {index(c0,b)|0}.
- wrong_growth a1,a3 Desde 2020 la facturación ha crecido de media un {(b/c0-1)*25+4.4|1} % al año.

+ point_change a4 El margen de la línea ecológica mejoró {diff(d2,d)|1} puntos porcentuales.
+ point_change a4 Con un {d2} %, la línea ecológica gana {diff(d2,d)|1} puntos de margen.
- percent_for_points a4 El margen de la línea ecológica mejoró un {d2-d|1} %.
- widened_scope a4 El margen de toda la empresa subió del {d} % al {d2} %.
- flipped_direction a4 El margen de la línea ecológica bajó al {d} %.

+ negation a5 No se pidieron ayudas públicas.
- dropped_negation a5 La empresa solicitó ayudas públicas.

+ qualitative a6 Las devoluciones descendieron mientras se cambiaba el envase.
- invented_cause a6 Gracias al cambio de envase bajaron las devoluciones.
- invented_cause a6 Las devoluciones bajaron porque se cambió el envase.

+ possibility a7 Si llueve en septiembre, es posible que la campaña se adelante.
- possibility_as_fact a7 La almazara adelantará la campaña.

# prose | Informe anual 2024 de Aceites Sierra Clara | pág. 19 | Plantilla
> b1 A cierre de año trabajaban en la empresa {st} personas, el {w1} % con contrato temporal.
> b2 Los gastos de personal sumaron {ex} millones de euros.
> b3 Desde que se pactan los turnos por escrito, se marchan menos temporeros.

+ per_unit b1,b2 Son unos {per(ex*1000,st)|0} mil euros de gasto de personal por trabajador.
+ per_unit b1,b2 Cada empleado cuesta de media {per(ex*1000,st)|0} mil euros al año.
- wrong_per_unit b1,b2 Cada empleado cuesta de media {ex*1000/st|0} mil euros al mes.

+ remainder b1 El {rest(w1)} % restante tiene contrato indefinido.
+ remainder b1 Los contratos no temporales representan, por tanto, el {rest(w1)} % de la plantilla.
- wrong_share b1 El {100-w1-13} % restante tiene contrato indefinido.

+ share a1,b2 El personal absorbe el {share(ex,b)|1} % de la facturación.
- wrong_share a1,b2 El personal absorbe el {ex/b*100-5.2|1} % de la facturación.
- swapped_ratio a1,b2 Los gastos de personal son {b/ex|1} veces la facturación.

+ paraphrase b3 Con los turnos acordados por escrito se van menos temporeros.
- reversed_paraphrase b3 Desde que se pactan los turnos por escrito, se marchan más temporeros.

# sheet | Almazaras 2024.xlsx | hoja Centros | Los cinco centros
> Centro | Provincia | Ventas (miles de €) | Empleados | Pedidos
> c1 Úbeda | Jaén | {m1} | {n1} | {n1*31}
> c2 Lucena | Córdoba | {m2} | {n2} | {n2*34}
> c3 Baeza | Jaén | {m3} | {n3} | {n3*29}
> c4 Montoro | Córdoba | {m4} | {n4} | {n4*27}
> c5 Loja | Granada | {m5} | {n5} | {n5*33}

+ ranking c1 Úbeda es el centro con más ventas de los cinco, {m1} miles de euros.
+ ranking c1,c2,c3,c4,c5 Cierra la lista Loja, con {m5} miles de euros.
+ table_cell c2 Lucena vendió por valor de {m2} miles de euros.
- wrong_superlative c2 Lucena es el centro con más ventas de los cinco, {m2} miles de euros.
- wrong_superlative c4 Ningún centro vende menos que Montoro, con {m4} miles de euros.
- wrong_row c3 Baeza vendió por valor de {m4} miles de euros.

+ sum c1,c3 Los dos centros de Jaén suman {sum(m1,m3)} miles de euros.
+ sum c1,c2,c3,c4,c5 Entre los cinco centros se vendieron {sum(m1,m2,m3,m4,m5)} miles de euros.
+ average c1,c2,c3,c4,c5 De media, un centro vende {avg(m1,m2,m3,m4,m5)|0} miles de euros.
- short_sum c1,c2,c3,c4,c5 Entre los cinco centros se vendieron {m1+m2+m3+m5} miles de euros.
- short_sum c2,c4,c5 Lucena, Montoro y Loja suman {m2+m5} miles de euros.

+ ratio c1,c5 Úbeda vende {ratio(m1,m5)|1} veces lo que Loja.
- swapped_ratio c1,c5 Loja vende {m1/m5|1} veces lo que Úbeda.
- turned_comparison c2,c3 Baeza vende más que Lucena.
+ count c1,c2,c3,c4,c5 De los cinco centros, {above(3200,m1,m2,m3,m4,m5)} superan los 3.200 miles de euros.

+ per_unit c4 Montoro vende {per(m4,n4)|0} miles de euros por empleado.
- wrong_column c3 Baeza tiene {n3*29} empleados.
- wrong_column c2 Lucena recibió {n2} pedidos.
- wrong_per_unit c4 Montoro vende {m4/n4|0} miles de euros por pedido.

|| Centro | Ventas (miles de €) | Empleados
|+ c1 Úbeda | {m1} | {n1}
|+ c2 Lucena | {m2} | {n2}
|- wrong_row c2 Lucena | {m3} | {n2}
|+ c3 Baeza | {m3} | {n3}
|- wrong_column c3 Baeza | {n3} | {m3}
|+ c4 Montoro | {m4} | {n4}

# csv | tarifa.csv | | Precios
> Artículo;Unidad;Precio 2023 (EUR);Precio 2024 (EUR)
> d1 Virgen extra 5 L;garrafa;{p2|2r};{p2+9|2r}
> d2 Virgen extra 0,5 L;botella;{p3-4|2r};{p3-2|2r}
> d3 Estuche regalo;unidad;{p1|2r};{p1-3|2r}
> d4 Molturación a terceros;tonelada;{p4|2r};{p4+6|2r}

+ growth d1 La garrafa de cinco litros se encareció un {growth(p2,p2+9)|1} % en un año.
+ difference d4 Moler una tonelada para terceros cuesta {diff(p4+6,p4)} € más que en 2023.
+ table_cell d2 En 2024 la botella de medio litro costaba {p3-2} €.
- wrong_column d4 En 2024 la molturación costaba {p4} € por tonelada.
- wrong_row d2 En 2024 la botella de medio litro costaba {p1-3} €.

+ qualitative d1,d2,d3,d4 Solo el estuche de regalo se ha abaratado.
- flipped_direction d3 El estuche de regalo subió 3 €.

# prose | Entrevista con el jefe de planta | 22 de enero de 2025 | La voz de la planta
> e1 «Algunos agricultores entregan la aceituna con más de un día de retraso.»
> e2 «No medimos el agua que gasta cada línea.»
> e3 «La nueva centrífuga cuesta {i1} mil euros y ahorraría {i2} mil euros al año.»
> e4 «Uno de cada cinco pedidos llega ya por la web.»
> e5 «Por la nave pagamos {rent} € al mes.»

+ paraphrase e1 Una parte de los agricultores entrega la aceituna con más de un día de demora.
- widened_scope e1 Todos los agricultores entregan la aceituna con más de un día de retraso.
- reversed_paraphrase e1 Algunos agricultores entregan la aceituna con más de un día de antelación.

+ negation e2 El consumo de agua por línea no se mide.
- dropped_negation e2 La planta mide el agua que gasta cada línea.

+ payback e3 La centrífuga se amortiza en {payback(i1,i2)|1} años.
+ payback e3 Harían falta unos {payback(i1,i2)|1} años para recuperar lo invertido en la centrífuga.
- wrong_growth e3 La centrífuga se amortiza en {i1/i2-1.6|1} años.
- made_up_words e3 El fabricante de la centrífuga garantiza el ahorro por contrato. // el fabricante garantiza el
  ahorro por contrato
- possibility_as_fact e3 La nueva centrífuga ha ahorrado {i2} mil euros.

+ fraction e4 El {share(1,5)} % de los pedidos entra por la web.
- wrong_share e4 Uno de cada tres pedidos llega por la web.

+ period_conversion e5 En un año, la nave cuesta {times(rent,12)} € de alquiler.
+ period_conversion e5 El alquiler anual de la nave asciende a {times(rent,12)} €.
- wrong_per_unit e5 El alquiler de la nave es de {rent} € a la semana.

# prose | Encuesta Aceite y hogar | https://encuesta.example/aceite | El mercado
> f1 En México, el gasto anual por hogar pasó de {f1} pesos en 2019 a {f2} pesos en 2024.
> f2 El {s2} % de los hogares encuestados compra aceite por internet, frente al {s1} % de dos años antes.
> f3 Un euro equivalía a {v1} dólares de media.
> f4 La encuesta se realizó del 6 al 24 de mayo de 2024 en {q1} hogares andaluces.
> f5 Las cooperativas pequeñas podrían fusionarse.
> f6 Un importador estadounidense paga de media {w} € por caja.
> f7 En Andalucía se consume más aceite por persona que en Galicia.

+ compound_growth f1 En cinco años el gasto por hogar mexicano creció un {cagr(f1,f2,5)|1} % anual.
+ growth f1 Desde 2019, un hogar mexicano gasta un {growth(f1,f2)|0} % más.
- other_currency f1 En 2024 el gasto por hogar en México fue de {f2} €.
- wrong_period f1 En 2019 el gasto por hogar en México ya era de {f2} pesos.

+ point_change f2 La proporción de hogares que compran por internet aumentó {diff(s2,s1)} puntos porcentuales.
- percent_for_points f2 La proporción de hogares que compran por internet aumentó un {s2-s1} %.
- flipped_direction f2 La compra por internet retrocedió hasta el {s1} % de los hogares.

+ exchange f6,f3 Al cambio de {v1} dólares por euro, la caja sale a {times(w,v1)|0} dólares.
+ exchange f6,f3 Son unos {times(w,v1)|0} dólares por caja.
- other_currency f6 Un importador estadounidense paga de media {w} dólares por caja.

+ date f4 El trabajo de campo se hizo del 6 al 24 de mayo de 2024.
+ hedged_rounding f4 Participaron cerca de {about(q1,100)} hogares.
- loose_rounding f4 Participaron cerca de {q1+620} hogares.
- widened_scope f4 La encuesta se realizó en {q1} hogares de toda España.

+ possibility f5 No se descarta que las cooperativas pequeñas se fusionen.
- possibility_as_fact f5 Las cooperativas pequeñas se fusionarán.

+ qualitative f7 El consumo de aceite por persona es menor en Galicia que en Andalucía.
- turned_comparison f7 En Galicia se consume más aceite por persona que en Andalucía.

+ source_difference f2,e4 La web aporta uno de cada cinco pedidos, {diff(s2,20)} puntos menos que el {s2} % de
  hogares que compra aceite por internet.

# prose | Acta del consejo de administración | 13 de febrero de 2025 | Acuerdos
> g1 El consejo aprobó {b1} millones de euros para la centrífuga y {b2} millones de euros para la tienda.
> g2 No se votó el cierre de Loja.
> g3 La línea ecológica rinde el {d2} % sobre {k6} millones de ventas y el resto el {d-4} % sobre {g1-50} millones.

+ sum g1 En total, el consejo liberó {sum(b1,b2)} millones de euros.
+ difference g1 La tienda recibe {diff(b2,b1)} millones de euros más que la centrífuga.
+ multi_footnote g1,g2 La tienda dispone de {b2} millones de euros{^1}, mientras que el cierre de Loja no se sometió
  a votación{^2}.
- short_sum g1 Entre la centrífuga y la tienda, el consejo liberó {b2} millones de euros.
- turned_comparison g1 La centrífuga recibe más que la tienda.

+ negation g2 El cierre de Loja no llegó a votarse.
- dropped_negation g2 El consejo votó el cierre de Loja.

+ weighted_average g3 Ponderada por ventas, la rentabilidad es del {wavg(d2,k6,d-4,g1-50)|1} %.
- wrong_growth g3 Ponderada por ventas, la rentabilidad es del {(d2+d-4)/2+2.2|1} %.

# brief | Brief | | El encargo
> i1 Aceites Sierra Clara quiere saber si debe vender más directamente al consumidor.
> i2 El presupuesto es de {j1} millones de euros.
> Escriban, por favor, para el consejo.

+ hedged_rounding i2 El cliente dispone de aproximadamente {about(j1,0.1)|1} millones de euros.
+ verbatim i2 El presupuesto es de {j1} millones de euros.
- other_currency i2 El presupuesto es de {j1} millones de libras.
- wrong_scale i2 El presupuesto es de {j1} mil euros.

# query | Pedidos por canal | select canal, sum(pedidos) as pedidos, sum(importe) as importe from pedidos group by
  canal | Canales
! canal:text: | pedidos:number: | importe:number:miles de €
> Distribuidor | {o2} | {m5}
> Tienda web | {o3} | {i1}
> Pedido telefónico | {o1} | {p4}

+ query_figure Q Por la web entraron {o3} pedidos.
- wrong_query_figure Q Por la web entraron {o3+390} pedidos.
- missing_query Q Por teléfono se tomaron {o1} pedidos.

+ query_derived Q Sumados todos los canales, hubo {sum(o2,o3,o1)} pedidos.
+ query_derived Q La web supone el {share(o3,o2+o3+o1)|0} % de los pedidos.
- wrong_column Q Por teléfono se tomaron {p4} pedidos.

# colleague | analista-mercado | Lucía Ferrer | La opinión del equipo | ¿Qué tamaño tiene el mercado?
> j1 Calculo que el mercado español de aceite envasado vale {k5},2 mil millones de euros y que Sierra Clara tiene el
  {p3} %.

- colleague_invention j1 El mercado español de aceite envasado vale {k5},2 mil millones de euros.
- colleague_invention j1 Sierra Clara tiene el {p3} % del mercado español.

# upstream | Análisis de la competencia | analisis-competencia.md | Trabajos previos
> k1 El {s2} % de los hogares compra aceite por internet.[^1]
> k2 Las plataformas retienen el {p1} % de cada venta.[^2]
^ 1 verified Encuesta Aceite y hogar, https://encuesta.example/aceite: “El {s2} % de los hogares encuestados compra
  aceite por internet”
^ 2 missing_source Observatorio de plataformas: “el {p1} % de cada venta”

+ upstream_verified k1 Según el análisis de la competencia, el {s2} % de los hogares compra aceite por internet.
- upstream_unverified k2 Las plataformas retienen el {p1} % de cada venta.
- upstream_unverified k2 De cada venta, el {p1} % se lo quedan las plataformas.
`;
