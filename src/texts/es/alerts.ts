/** Facts and messages of alerts. */
export const ALERTS: Readonly<Record<string, string>> = {
  // kinds
  'The nightly run is late': 'La ejecución nocturna se retrasa',
  'A run had failed rows': 'Una ejecución tuvo filas con error',
  'No run was complete': 'Ninguna ejecución fue completa',
  'Many people lost their access': 'Muchas personas perdieron el acceso',
  'De-provisionings are held': 'Hay bajas retenidas',
  'Conflicts wait for a decision': 'Hay conflictos pendientes de decisión',
  'A connector is silent': 'Un conector no da señales',
  'Deliveries fail': 'Las entregas fallan',
  'A reader of the feed of changes is silent': 'Un lector de los cambios no da señales',
  'An API key expires': 'Una clave de la API caduca',
  'The certificate of the service expires': 'El certificado del servicio caduca',
  'The database has lost what was written': 'La base de datos ha perdido lo que se había escrito',
  // rules of kinds
  'A run that came on at least three days has not come again in time; the hours between two of them are set in Settings. Before there is such a run, the last upload counts, of whatever name. Ends with the next run, when another run of the same sender has replaced it, or after two weeks.':
    'Una ejecución que llegó al menos en tres días no ha vuelto a llegar a tiempo; las horas entre dos de ellas se fijan en la Configuración. Antes de que haya una así, cuenta el último envío, sea cual sea su nombre. Termina con la siguiente ejecución, cuando otra del mismo remitente la ha sustituido, o a las dos semanas.',
  "The last run of a sender has more failed rows than the threshold. Ends when the sender's next run has fewer, or after a week.":
    'La última ejecución de un remitente tiene más filas con error que el umbral. Termina cuando su siguiente ejecución tiene menos, o a la semana.',
  'A sender whose runs were complete for an account type at least three times still sends runs, and none of them is complete, so people who have left are not found. Reported after the threshold, or after the longest time between its last three complete runs and two hours more, whichever is later. Ends with the next complete run, or after two weeks.':
    'Un remitente cuyas ejecuciones fueron completas para un tipo de cuenta al menos tres veces sigue enviando ejecuciones y ninguna es completa, así que no se detecta a quien se ha marchado. Se avisa pasado el umbral, o pasado el mayor intervalo entre sus tres últimas ejecuciones completas más dos horas, lo que sea más tarde. Termina con la siguiente ejecución completa, o a las dos semanas.',
  'More people lost their access within a day than the settings allow, and the limits of the settings only observe. Ends a day later.':
    'En un día perdieron el acceso más personas de las que permite la configuración, y sus límites solo observan. Termina un día después.',
  'More people are held than the threshold. Ends when an administrator has decided.':
    'Hay más personas retenidas que el umbral. Termina cuando un administrador ha decidido.',
  'More identity conflicts are open than the threshold. Ends when administrators have decided enough of them.':
    'Hay más conflictos de identidad abiertos que el umbral. Termina cuando los administradores han decidido los suficientes.',
  'Items wait for a target system, and no connector asks for them. How long that may take is shown on the page of the connector. Also when a connector asks and takes nothing for longer than the threshold. Ends when one takes an item, when nothing waits, or when an administrator pauses the target system.':
    'Hay elementos en espera para un sistema de destino y ningún conector los pide. La página del conector muestra cuánto puede tardar. También cuando un conector pregunta y no toma nada durante más tiempo que el umbral. Termina cuando uno toma un elemento, cuando no hay nada en espera o cuando un administrador pausa el sistema de destino.',
  'Most deliveries to a target system fail: a smaller share of them than the threshold was sent. The last 20 of a day count, and at least 5 must have been tried. Ends when enough are sent again, when nothing is left to deliver, when an administrator pauses the target system, or a week after the last delivery.':
    'La mayoría de las entregas a un sistema de destino fallan: se envió una parte menor que el umbral. Cuentan las 20 últimas de un día, y tiene que haber al menos 5 intentos. Termina cuando vuelven a enviarse suficientes, cuando no queda nada por entregar, cuando un administrador pausa el sistema de destino, o una semana después de la última entrega.',
  'A key that had read the feed of changes on at least three days in a row has stopped: neither it nor its successor has read for longer than the threshold. Ends when one of them reads again, when the key ends, or after a week.':
    'Una clave que había leído los cambios al menos tres días seguidos ha dejado de hacerlo: ni ella ni su sucesora han leído durante más tiempo que el umbral. Termina cuando una de las dos vuelve a leer, cuando la clave acaba, o a la semana.',
  'A key without a successor expires within so many days, or has expired. Ends when it is rotated or revoked, or a week after it expired.':
    'Una clave sin sucesora caduca en esos días, o ha caducado. Termina cuando se rota o se revoca, o una semana después de caducar.',
  'The certificate that callers are shown, or one of its chain, expires within so many days, or has expired, or cannot be read. Ends when the operator has renewed it. Watched where the operator has set CERTIFICATE_FILE.':
    'El certificado que se muestra a quienes llaman, o uno de su cadena, caduca en esos días, ha caducado o no se puede leer. Termina cuando el operador lo ha renovado. Se vigila si el operador ha definido CERTIFICATE_FILE.',
  // facts
  'API key {apiKey}': 'clave de la API {apiKey}',
  'API key “{label}” ({apiKey})': 'clave de la API «{label}» ({apiKey})',
  'the {key}': 'la {key}',
  'items without a target system': 'elementos sin sistema de destino',
  'the target system {name}': 'el sistema de destino {name}',
  '{count} hour': '{count} hora',
  '{count} hours': '{count} horas',
  '{count} minute': '{count} minuto',
  '{count} minutes': '{count} minutos',
  'After a fail-over or a crash the database lacks changes that it had acknowledged, and the service knows of some of this university. What was written in that time must be sent again. Ends after a week.':
    'Tras una conmutación o una caída, a la base de datos le faltan cambios que había confirmado, y el servicio sabe de algunos de esta universidad. Lo que se escribió en ese tiempo debe enviarse de nuevo. Termina al cabo de una semana.',
  'Changes that were answered with success between {from} and {until} are lost.':
    'Se han perdido cambios que se respondieron con éxito entre el {from} y el {until}.',
  'Send what was written in that time again; what is there already stays as it is.':
    'Envíe de nuevo lo que se escribió en ese tiempo; lo que ya está queda como está.',
  'The certificate of the service cannot be read.': 'No se puede leer el certificado del servicio.',
  'The certificate of the service expired on {at}. The operator renews it.':
    'El certificado del servicio caducó el {at}. Lo renueva el operador.',
  'The certificate of the service expires on {at}. The operator renews it.':
    'El certificado del servicio caduca el {at}. Lo renueva el operador.',
  'The last run that named everyone of {accountTypes}, {run}, ended on {at}.':
    'La última ejecución que nombró a todas las personas de {accountTypes}, {run}, terminó el {at}.',
  'The runs since then were cut off, named too few people, had rows without a key, or were not sent as complete.':
    'Desde entonces, las ejecuciones se interrumpieron, nombraron a muy pocas personas, tenían filas sin clave o no se enviaron como completas.',
  'At least {count} identity conflicts wait for a decision.':
    'Al menos {count} conflictos de identidad están pendientes de decisión.',
  '{count} identity conflict waits for a decision.':
    '{count} conflicto de identidad está pendiente de decisión.',
  '{count} identity conflicts wait for a decision.':
    '{count} conflictos de identidad están pendientes de decisión.',
  'without a target system': 'sin sistema de destino',
  'of the target system {name}': 'del sistema de destino {name}',
  '{count} item {place} waits.': '{count} elemento {place} está en espera.',
  '{count} items {place} wait.': '{count} elementos {place} están en espera.',
  '{count} item {place} waits, the oldest since {since}.':
    '{count} elemento {place} está en espera, el más antiguo desde el {since}.',
  '{count} items {place} wait, the oldest since {since}.':
    '{count} elementos {place} están en espera, el más antiguo desde el {since}.',
  'No connector has ever asked.': 'Ningún conector ha preguntado nunca.',
  'No connector has ever asked; the limit is {limit}.':
    'Ningún conector ha preguntado nunca; el límite es de {limit}.',
  'The last contact was on {at}.': 'El último contacto fue el {at}.',
  'The last contact was on {at}; the limit is {limit}.':
    'El último contacto fue el {at}; el límite es de {limit}.',
  'No connector has ever claimed any.': 'Ningún conector ha tomado nunca ninguno.',
  'No connector has ever claimed any; the limit is {limit}.':
    'Ningún conector ha tomado nunca ninguno; el límite es de {limit}.',
  'The last claim was on {at}.': 'La última toma fue el {at}.',
  'The last claim was on {at}; the limit is {limit}.': 'La última toma fue el {at}; el límite es de {limit}.',
  '{sent} of the last {made} deliveries of {target} succeeded.':
    'Tuvieron éxito {sent} de las últimas {made} entregas: {target}.',
  '{failed} failed, {waiting}, and {handedOut} handed out.': '{failed} con error, {waiting} y {handedOut}.',
  '{count} item is': '{count} elemento',
  '{count} items are': '{count} elementos',
  '{count} waits': '{count} en espera',
  '{count} wait': '{count} en espera',
  '{count} is': '{count} tomado',
  '{count} are': '{count} tomados',
  'The {key} expired on {at}, and has no successor.': 'La {key} caducó el {at} y no tiene sucesora.',
  'The {key} expires on {at}, and has no successor.': 'La {key} caduca el {at} y no tiene sucesora.',
  'The last run like {run} that succeeded ended on {at}; the settings expect one every {hours} hours.':
    'La última ejecución como {run} con éxito terminó el {at}; la configuración espera una cada {hours} horas.',
  'The last upload of people that succeeded ended on {at}; the settings expect one every {hours} hours.':
    'El último envío de personas con éxito terminó el {at}; la configuración espera uno cada {hours} horas.',
  'The last upload of people that succeeded by {sender} ended on {at}; the settings expect one every {hours} hours.':
    'El último envío de personas con éxito de {sender} terminó el {at}; la configuración espera uno cada {hours} horas.',
  '{count} person lost their access within a day; the university expects at most {most}.':
    '{count} persona perdió el acceso en un día; la universidad espera como máximo {most}.',
  '{count} people lost their access within a day; the university expects at most {most}.':
    '{count} personas perdieron el acceso en un día; la universidad espera como máximo {most}.',
  'The undo of a run restores the people whom it has de-provisioned.':
    'Revertir una ejecución reactiva a las personas a las que ha dado de baja.',
  '{count} de-provisioning waits for a decision, the oldest since {since}.':
    '{count} baja está pendiente de decisión, la más antigua desde el {since}.',
  '{count} de-provisionings wait for a decision, the oldest since {since}.':
    '{count} bajas están pendientes de decisión, la más antigua desde el {since}.',
  '{count} person absent in the run {run}, {people} held.':
    '{count} persona ausente en la ejecución {run}, {people} retenidas.',
  '{count} people absent in the run {run}, {people} held.':
    '{count} personas ausentes en la ejecución {run}, {people} retenidas.',
  'The {key} read the feed of changes every day since {since}, and last on {last}.':
    'La {key} leyó los cambios cada día desde el {since}, y por última vez el {last}.',
  'Its successor, the {key}, has not read it.': 'Su sucesora, la {key}, no los ha leído.',
  'The run {run}, which began on {at}, has {count} failed row of {received}.':
    'La ejecución {run}, que empezó el {at}, tiene {count} fila con error de {received}.',
  'The run {run}, which began on {at}, has {count} failed rows of {received}.':
    'La ejecución {run}, que empezó el {at}, tiene {count} filas con error de {received}.',
  // messages
  'It is over.': 'Ha terminado.',
  'Alerts of this kind were switched off.': 'Se desactivaron las alertas de este tipo.',
  'The tenant was suspended; it is not checked any more.':
    'La universidad fue suspendida y ya no se comprueba.',
  'Noticed on {opened}, ended on {ended}.': 'Detectada el {opened}, terminada el {ended}.',
  'Noticed on {opened}.': 'Detectada el {opened}.',
  'It was: {facts}': 'Era: {facts}',
  'Look here: {address}': 'Consulte: {address}',
  'All alerts, and who gets them: {address}': 'Todas las alertas y a quién se avisa: {address}',
  'Show the cause': 'Ver la causa',
  'All alerts': 'Todas las alertas',
  'One more message follows when it is over.': 'Cuando termine, llegará otro mensaje.',
  '[{tenant}] Over: {title}': '[{tenant}] Terminada: {title}',
  '[{tenant}] Alert: {title}': '[{tenant}] Alerta: {title}',
  '[{tenant}] Test of alerts': '[{tenant}] Prueba de las alertas',
  'This is a test: an administrator of {tenant} tries the recipients of alerts.':
    'Esto es una prueba: alguien que administra {tenant} comprueba a quién llegan las alertas.',
  'Nothing is wrong, and nothing needs to be done.': 'No ocurre nada y no hay que hacer nada.',
};
