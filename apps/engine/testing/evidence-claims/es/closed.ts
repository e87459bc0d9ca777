/** Una cadena de academias de idiomas en Levante. */
export const closedSpanish = `
T Academias Mistral: más alumnos con los mismos locales
T Academias Mistral, balance y rumbo
A Primero van los hallazgos y después el rumbo que defendemos.
A Cada capítulo se cierra con la pregunta que deja abierta.
I Veamos ante todo de dónde sale el dinero.
I Este capítulo trata de cifras; el siguiente, de personas.
R La dirección debería contratar a un coordinador de horarios antes del verano.
R A nuestro juicio, lo sensato es ensayar las clases nocturnas en una sola sede y luego decidir.
R En las próximas semanas queremos probar la herramienta de matrícula con dos secretarias.
E Con 13 alumnos más a 74 € mensuales, los ingresos aumentarían, según nuestras propias cuentas, en {times(13,74)} €
  al mes.
E De evitarse 8 bajas por semana, a 61 € cada una, la ganancia rondaría los {times(8,61)} € semanales; es una
  estimación nuestra.
U El curso pasado {x1} alumnos desistieron en la lista de espera.
U Los seguros se llevaron otros {x2} mil euros.
V Los profesores de idiomas abandonan la docencia antes que los de matemáticas.
V El Gobierno prepara una rebaja del IVA para las academias.
M Panorama de la Enseñanza Privada // cada vez más familias pagan clases fuera del colegio // Cada vez más familias
  pagan clases fuera del colegio.
M Boletín de Academias de Levante // la mayoría de los centros avisa ya por mensaje // La mayoría de los centros
  avisa ya por mensaje.
H En suma
H Lo que queda por hacer

= a 11.6..15.8; b a-2.6..a-1.2; e 0.7..1.1; c0 7.2..8.4; d 38.4..43.6; d2 d-5.2..d-2.2; x1 180..640 step 10; x2 14..57
= st 164..216; ex 5.1..6.2; w1 61..67; w2 12..17; m1 3.4..4.1; m2 2.5..3.1; m3 1.7..2.2; m4 1.1..1.5; m5 0.5..0.8
= n1 46..55; n2 35..42; n3 25..31; n4 16..21; n5 8..12; v1 2410..2880; v2 1790..2210; v3 1180..1490; v4 690..940; v5
  310..460
= p1 58..66; p2 84..97; p3 31..38; p4 112..134; i1 144..198 step 2; i2 33..44; wk 730..1190 step 10; s1 41..46; s2
  s1+6..s1+14; q1 2140..2960
= fx 0.84..0.88; fee 64..82; b1 180..240; b2 b1+30..b1+110; g1 44..56; bud 1.15..1.85; o1 1920..2480; o2 5600..6900;
  o3 740..1080; k1 11..16
= f1 388..442; f2 f1+31..f1+74; q2 60..69

# prose | Cuentas anuales 2024 de Academias Mistral, S. L. | página 5 | De dónde sale el dinero
> a1 Ingresos del ejercicio: {b} millones de euros ({a} millones en 2023).
> a2 El resultado neto quedó en {e} millones de euros.
> a3 Cinco años atrás, en 2019, los ingresos habían sido de {c0} millones de euros.
> a4 Los cursos para empresas aportaron el {d2} % de las horas, tras el {d} % del ejercicio anterior.
> a5 No se dotó provisión alguna.
> a6 Las quejas fueron más escasas en los meses en que abrieron las nuevas recepciones.
> a7 A reserva de la licencia, la sede de Elche puede ampliarse en 2026.

+ growth a1 Los ingresos se contrajeron un {drop(a,b)|1} %, al pasar de {a} a {b} millones de euros.
+ growth a1 El ejercicio se cierra con un descenso de los ingresos del {drop(a,b)|1} %.
+ difference a1 Faltan {diff(a,b)|1} millones de euros de ingresos frente al ejercicio 2023.
- wrong_growth a1 Los ingresos se contrajeron un {drop(a,b)+3.6|1} %, al pasar de {a} a {b} millones de euros.
- flipped_direction a1 El ejercicio se cierra con un alza de los ingresos del {drop(a,b)|1} %.

+ verbatim a1 Las cuentas de 2024 recogen ingresos de {b} millones de euros.
+ scale_conversion a1 Dicho en miles, los ingresos de 2024 son {times(b,1000)|0} mil euros.
- other_currency a1 Las cuentas de 2024 recogen ingresos de {b} millones de libras.
- wrong_period a1 Las cuentas de 2023 recogen ingresos de {b} millones de euros.
- wrong_scale a1 Las cuentas de 2024 recogen ingresos de {b} mil euros.
- other_number a1 Las cuentas de 2024 recogen ingresos de {b+4.1} millones de euros.
~ Una cadena que ingresa {b} millones de euros puede permitirse un coordinador.

+ margin a1,a2 El resultado neto equivale al {margin(e,b)|1} % de los ingresos.
+ margin a1,a2 Cada cien euros ingresados dejan {margin(e,b)|1} de resultado neto.
- wrong_share a1,a2 El resultado neto equivale al {e/b*100+3.5|1} % de los ingresos.
- swapped_ratio a1,a2 El resultado neto es {b/e|1} veces los ingresos.

+ compound_growth a1,a3 Repartido entre los cinco años transcurridos desde 2019, el avance es del {cagr(c0,b,5)|1} %
  anual.
+ index a1,a3 El índice de ingresos, con 2019 igual a 100, ha llegado a {index(c0,b)|0}.
- wrong_growth a1,a3 Repartido entre los cinco años transcurridos desde 2019, el avance es del {(b/c0-1)*20+3.9|1} %
  anual.

+ point_change a4 El peso de los cursos para empresas se redujo en {diff(d,d2)|1} puntos porcentuales.
+ point_change a4 Las empresas pesan {diff(d,d2)|1} puntos menos en las horas que un ejercicio antes.
- percent_for_points a4 El peso de los cursos para empresas se redujo en un {d-d2|1} %.
- flipped_direction a4 Las empresas ganaron peso y suponen ya el {d} % de las horas.
- wrong_period a4 En 2023 los cursos para empresas aportaron el {d2} % de las horas.

+ remainder a4 Las demás horas, el {rest(d2)|1} %, corresponden a particulares.
- wrong_share a4 Las demás horas, el {rest(d2)-9.1|1} %, corresponden a particulares.

+ negation a5 En las cuentas no figura ninguna provisión nueva.
- dropped_negation a5 Se dotó una provisión.

+ qualitative a6 Por las fechas en que abrieron las recepciones hubo menos quejas.
- invented_cause a6 Las nuevas recepciones hicieron bajar las quejas.
- invented_cause a6 Que haya menos quejas se debe a las nuevas recepciones.

+ possibility a7 De concederse la licencia, cabría ampliar la sede de Elche en 2026.
- possibility_as_fact a7 En 2026 se ampliará la sede de Elche.

# prose | Cuentas anuales 2024 de Academias Mistral, S. L. | página 16 | Quienes trabajan aquí
> b1 Plantilla media: {st} personas; el {w1} % son docentes y el {w2} %, administrativos.
> b2 Sueldos y cotizaciones importaron {ex} millones de euros.
> b3 Los docentes con grupo fijo duran más que los que rotan cada mes.

+ per_unit b1,b2 Por cabeza, sueldos y cotizaciones rondan los {per(ex*1000,st)|0} mil euros.
+ per_unit b1,b2 Divididos entre la plantilla, sueldos y cotizaciones dan alrededor de {per(ex*1000,st)|0} mil euros.
- wrong_per_unit b1,b2 Por sede, sueldos y cotizaciones rondan los {ex*1000/st|0} mil euros.

+ remainder b1 Ni docentes ni administrativos: en esa situación está el {rest(w1,w2)} %.
+ remainder b1 Otros oficios ocupan al {rest(w1,w2)} % de la plantilla.
- wrong_share b1 Otros oficios ocupan al {100-w1} % de la plantilla.

+ share a1,b2 De 100 € ingresados, {share(ex,b)|0} se van en sueldos y cotizaciones.
+ share a1,b2 Sueldos y cotizaciones equivalen al {share(ex,b)|1} % de los ingresos.
- wrong_share a1,b2 Sueldos y cotizaciones equivalen al {ex/b*100+7.7|1} % de los ingresos.

+ paraphrase b3 Mantener el grupo va unido a una permanencia más larga de los docentes.
- reversed_paraphrase b3 Los docentes que rotan cada mes duran más que los de grupo fijo.
- widened_scope b3 Todos los trabajadores con horario fijo duran más en la empresa.

# sheet | sedes_2024.xlsx | pestaña Resumen | Sede por sede
> Sede | Ciudad | Ingresos (M€) | Plantilla | Alumnos
> c1 Turia | Valencia | {m1} | {n1} | {v1}
> c2 Explanada | Alicante | {m2} | {n2} | {v2}
> c3 Russafa | Valencia | {m3} | {n3} | {v3}
> c4 Palmeral | Elche | {m4} | {n4} | {v4}
> c5 Azahar | Castellón | {m5} | {n5} | {v5}

+ ranking c1 Ninguna sede ingresa tanto como Turia, con {m1} M€.
+ ranking c1,c2,c3,c4,c5 La menor de las cinco sedes por ingresos es Azahar ({m5} M€).
+ ranking c2 Explanada ocupa el segundo puesto con {m2} M€.
- wrong_superlative c3 Ninguna sede ingresa tanto como Russafa, con {m3} M€.
- wrong_superlative c4 La menor de las cinco sedes por ingresos es Palmeral ({m4} M€).

+ table_cell c3 En Russafa estudian {v3} alumnos.
+ table_cell c4 La plantilla de Palmeral es de {n4} personas.
- wrong_row c3 En Russafa estudian {v2} alumnos.
- wrong_row c4 La plantilla de Palmeral es de {n5} personas.
- wrong_column c4 En Palmeral estudian {n4} alumnos.
- wrong_column c2 La plantilla de Explanada es de {v2} personas.

+ sum c1,c3 Valencia, con sus dos sedes, reúne {sum(v1,v3)} alumnos.
+ sum c1,c2,c3,c4,c5 El conjunto de las cinco sedes ingresa {sum(m1,m2,m3,m4,m5)} M€.
+ average c1,c2,c3,c4,c5 Por término medio, una sede tiene {avg(v1,v2,v3,v4,v5)|0} alumnos.
- short_sum c1,c2,c3,c4,c5 El conjunto de las cinco sedes ingresa {m1+m2+m4+m5} M€.
- short_sum c2,c4,c5 Explanada, Palmeral y Azahar reúnen {v2+v5} alumnos.

+ ratio c1,c5 Por ingresos, Turia equivale a {ratio(m1,m5)|1} veces Azahar.
+ ratio c1,c4 Por cada alumno de Palmeral hay {ratio(v1,v4)|1} en Turia.
- swapped_ratio c1,c5 Por ingresos, Azahar equivale a {m1/m5|1} veces Turia.
- turned_comparison c2,c4 Explanada tiene menos alumnos que Palmeral.

+ count c1,c2,c3,c4,c5 En {below(2.3,m1,m2,m3,m4,m5)} de las cinco sedes los ingresos no llegan a 2,3 M€.
+ per_unit c2 A cada empleado de Explanada le tocan unos {per(v2,n2)|0} alumnos.
+ per_unit c4 Palmeral obtiene alrededor de {per(m4*1000000,v4)|0} € por alumno.
- wrong_per_unit c4 Palmeral obtiene alrededor de {m4*1000000/v4|0} € por empleado.

|| Sede | Ingresos (M€) | Alumnos
|+ c1 Turia | {m1} | {v1}
|- wrong_row c1 Turia | {m2} | {v1}
|+ c2 Explanada | {m2} | {v2}
|+ c3 Russafa | {m3} | {v3}
|+ c5 Azahar | {m5} | {v5}
|- wrong_column c5 Azahar | {v5} | {m5}

# csv | cuotas.csv | | Las cuotas
> Curso;Horas;2023 (€);2024 (€)
> d1 Intensivo de inglés;20;{p2|2r};{p2+8|2r}
> d2 Conversación;6;{p1|2r};{p1+3|2r}
> d3 Clase en línea;4;{p3|2r};{p3-4|2r}
> d4 Preparación de examen;12;{p4|2r};{p4+11|2r}

+ growth d4 La preparación de examen se puso un {growth(p4,p4+11)|1} % más cara.
+ difference d1 Por el intensivo de inglés se cobran {diff(p2+8,p2)} € adicionales.
+ table_cell d2 La cuota de conversación en 2024 era de {p1+3} €.
- wrong_column d2 La cuota de conversación en 2024 era de {p1} €.
- wrong_row d4 La cuota de la preparación de examen en 2024 era de {p2+8} €.

+ qualitative d1,d2,d3,d4 La clase en línea es la única cuya cuota ha disminuido.
- flipped_direction d3 Por la clase en línea se cobran 4 € adicionales.

# prose | Nota interna: cuellos de botella | 9 de enero de 2025 | Dónde se atasca
> e1 Varias sedes rechazan alumnos los lunes por la tarde.
> e2 Los motivos de baja no se registran.
> e3 La herramienta de matrícula saldría por {i1} mil euros y debería liberar {i2} mil euros al año.
> e4 Tres de cada diez matrículas llegan fuera del horario de oficina.
> e5 Las sustituciones cuestan {wk} € por semana.
> e6 Las secretarias dedican más tiempo a los bancos que a los alumnos.

+ paraphrase e1 Los lunes por la tarde se deja fuera a alumnos en varias sedes.
- widened_scope e1 Los lunes por la tarde, cada sede rechaza alumnos.
- reversed_paraphrase e1 A varias sedes les sobran plazas los lunes por la tarde.

+ negation e2 Nadie apunta por qué se dan de baja los alumnos.
- dropped_negation e2 Los motivos de baja quedan registrados.

+ payback e3 La herramienta tardaría {payback(i1,i2)|1} años en devolver su coste.
+ payback e3 El desembolso se habría recobrado al cabo de unos {payback(i1,i2)|1} años.
- wrong_growth e3 La herramienta tardaría {i1/i2-1.5|1} años en devolver su coste.
- possibility_as_fact e3 La herramienta de matrícula ha liberado {i2} mil euros.
- made_up_words e3 Si no hay ahorro, el proveedor devuelve el precio de la herramienta. // si no hay ahorro, el
  proveedor devuelve el precio

+ fraction e4 Fuera del horario de oficina entra el {share(3,10)} % de las matrículas.
- wrong_share e4 La mitad de las matrículas llega fuera del horario de oficina.

+ period_conversion e5 En 52 semanas, las sustituciones suman {times(wk,52)} €.
+ period_conversion e5 A ese paso, las sustituciones consumen {times(wk,52)} € al año.
- wrong_per_unit e5 Las sustituciones cuestan {wk} € por día.

+ qualitative e6 Los bancos ocupan a las secretarias más que los alumnos.
- turned_comparison e6 Los alumnos ocupan a las secretarias más que los bancos.

# prose | Panel de estudiantes del Mediterráneo | https://panel.example/estudiantes | Qué quieren los alumnos
> f1 En Italia, el gasto por alumno subió a {f2} € en 2024; en 2021 era de {f1} €.
> f2 La aplicación de ejercicios la usa el {s2} % del panel (oleada anterior: {s1} %).
> f3 En promedio anual, un euro se cambiaba por {fx} libras.
> f4 Las entrevistas se hicieron del 8 al 27 de abril de 2024 con {q1} alumnos de Murcia.
> f5 Las listas de espera tal vez se acortarían con una prueba de nivel en línea.
> f6 En Dublín, una hora de clase cuesta {fee} €.

+ compound_growth f1 El gasto del alumno italiano aumenta un {cagr(f1,f2,3)|1} % anual desde 2021.
+ difference f1 Un alumno italiano desembolsa {diff(f2,f1)} € más que tres años atrás.
- other_currency f1 En Italia, el gasto por alumno subió a {f2} dólares en 2024.
- wrong_period f1 En 2021 un alumno italiano ya desembolsaba {f2} €.

+ point_change f2 De una oleada a otra, la aplicación gana {diff(s2,s1)} puntos porcentuales.
+ ratio f2 El uso de la aplicación se ha multiplicado por {ratio(s2,s1)|2} desde la oleada anterior.
- percent_for_points f2 De una oleada a otra, la aplicación gana un {s2-s1} %.
- flipped_direction f2 La aplicación pierde adeptos y se queda en el {s1} %.

+ exchange f6,f3 En libras, la hora dublinesa viene a ser de {times(fee,fx)|0}.
+ exchange f6,f3 A razón de {fx} libras por euro, esa tarifa equivale a {times(fee,fx)|2} libras.
- other_currency f6 En Dublín, una hora de clase cuesta {fee} libras.

+ date f4 Se entrevistó a los alumnos entre el 8 y el 27 de abril de 2024.
+ hedged_rounding f4 Contestaron alrededor de {about(q1,100)} alumnos.
+ hedged_rounding f4 Hubo aprox. {about(q1,100)} entrevistas.
- loose_rounding f4 Contestaron alrededor de {q1+1200} alumnos.
- widened_scope f4 El panel abarca {q1} alumnos de todo el país.

+ possibility f5 Con una prueba de nivel en línea, puede que se acorten las listas de espera.
- possibility_as_fact f5 La prueba de nivel en línea acorta las listas de espera.

+ source_difference f2,e4 Hay {diff(s2,30)} puntos entre el {s2} % que usa la aplicación y las tres de cada diez
  matrículas hechas fuera del horario de oficina.

# prose | Acta de la junta de socios | 28 de enero de 2025 | Lo acordado por los socios
> g1 Concedidos: {b1} mil euros para reformar Russafa y {b2} mil euros para la herramienta y la formación.
> g2 La fusión con un competidor no se trató.
> g3 Los turnos de noche están al {q2} % ({g1} plazas); los de día, al {q2+20} % ({g1*4} plazas).

+ sum g1 Ambos proyectos se llevan {sum(b1,b2)} mil euros.
+ difference g1 Russafa obtiene {diff(b2,b1)} mil euros menos que la herramienta y la formación.
+ multi_footnote g1,g2 A Russafa se le concedieron {b1} mil euros{^1}; de una fusión no se habló{^2}.
- short_sum g1 Ambos proyectos se llevan {b2} mil euros.
- turned_comparison g1 Russafa obtiene más que la herramienta y la formación.

+ negation g2 En la junta no se habló de fusiones.
- dropped_negation g2 Los socios trataron la fusión con un competidor.

+ weighted_average g3 Considerando todas las plazas, la ocupación es del {wavg(q2,g1,q2+20,g1*4)|0} %.
- wrong_growth g3 Considerando todas las plazas, la ocupación es del {q2+5} %.

# brief | Brief | | Lo que se preguntó
> i1 Academias Mistral pregunta cómo atender a más alumnos sin abrir locales.
> i2 Puede invertir {bud} millones de euros.
> El texto va dirigido a los socios.

+ hedged_rounding i2 La cadena puede invertir en torno a {about(bud,0.1)|1} millones de euros.
+ verbatim i2 La inversión posible es de {bud} millones de euros.
- other_currency i2 La inversión posible es de {bud} millones de francos.
- loose_rounding i2 La cadena puede invertir en torno a {bud+0.9|1} millones de euros.

# query | Matrículas por vía | select via, count(*) as matriculas, sum(importe) as importe from matriculas group by
  via | Vías de matrícula
! vía:text: | matrículas:number: | importe:number:miles de €
> Web | {o2} | {b2}
> Teléfono | {o1} | {i1}
> Mostrador | {o3} | {p4}

+ query_figure Q Por teléfono se formalizaron {o1} matrículas.
+ query_figure Q Las matrículas por la web importan {b2} mil euros.
- wrong_query_figure Q Por teléfono se formalizaron {o1+410} matrículas.
- missing_query Q En el mostrador se formalizaron {o3} matrículas.

+ query_derived Q El mostrador recibe el {share(o3,o1+o2+o3)|0} % de las matrículas.
+ query_derived Q Las tres vías acumulan {sum(o1,o2,o3)} matrículas.
- wrong_column Q En el mostrador se formalizaron {p4} matrículas.

# colleague | economista-educacion | Nuria Tolosa | Una segunda opinión | ¿Cuánto pesa la enseñanza privada de idiomas?
> j1 En todo el país, el {k1+9} % de los adultos paga clases de idiomas, unos {k1},5 mil millones de euros anuales.

- colleague_invention j1 Los adultos españoles gastan {k1},5 mil millones de euros anuales en clases de idiomas.
- colleague_invention j1 En todo el país, el {k1+9} % de los adultos paga clases de idiomas.

# upstream | Revisión de la encuesta | revision-encuesta.md | Lo que ya se sabía
> k1 El {s2} % del panel usa la aplicación de ejercicios.[^1]
> k2 Cada plaza vacía cuesta {p1+30} € al mes.[^2]
^ 1 verified Panel de estudiantes del Mediterráneo, https://panel.example/estudiantes: “La aplicación de ejercicios
  la usa el {s2} % del panel”
^ 2 missing_source Auditoría de plazas vacías: “{p1+30} € por plaza”

+ upstream_verified k1 Nuestra revisión ya lo señalaba: el {s2} % del panel usa la aplicación de ejercicios.
- upstream_unverified k2 Por cada plaza vacía se pierden {p1+30} € al mes.
- upstream_unverified k2 Una plaza sin ocupar sale por {p1+30} € mensuales.
`;
