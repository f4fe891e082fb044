/** Refusals that users of the administration pages may meet. */
export const REFUSALS: Readonly<Record<string, string>> = {
  // account
  'Give the code of your authenticator app, a recovery code, or the answer of a passkey.':
    'Introduzca el código de su aplicación de autenticación, un código de recuperación o responda con una clave de acceso.',
  'Give the answer of a passkey.': 'Responda con una clave de acceso.',
  'Give a code of your authenticator app, or confirm with a passkey.':
    'Introduzca un código de su aplicación de autenticación o confirme con una clave de acceso.',
  'The passkey was not added; try again.': 'No se añadió la clave de acceso; vuelva a intentarlo.',
  'Your university demands a second factor: add an authenticator app or a passkey first.':
    'Su universidad exige un segundo factor: añada antes una aplicación de autenticación o una clave de acceso.',
  'Your university demands a second factor, and this is your last one: add another one first, or ask another administrator to remove it.':
    'Su universidad exige un segundo factor y este es el último que tiene: añada antes otro o pida a otro administrador que lo quite.',
  'Add an authenticator app or a passkey to your own account before you demand one of all administrators.':
    'Añada una aplicación de autenticación o una clave de acceso a su propia cuenta antes de exigir una a todos los administradores.',
  'This account has no passkey.': 'Esta cuenta no tiene clave de acceso.',
  'An account has at most {most} passkeys; remove one that you no longer use.':
    'Una cuenta tiene como máximo {most} claves de acceso; elimine una que ya no use.',
  'You have no such passkey; it may have been removed.':
    'No tiene esa clave de acceso; puede que se haya eliminado.',
  'The current password is not right.': 'La contraseña actual no es correcta.',
  'This account has no password: it logs in by single sign-on.':
    'Esta cuenta no tiene contraseña: inicia sesión con el inicio de sesión único.',
  'This account has an authenticator app; remove it before you add another one.':
    'Esta cuenta tiene una aplicación de autenticación; elimínela antes de añadir otra.',
  'This account has no authenticator app.': 'Esta cuenta no tiene aplicación de autenticación.',
  'You have no such session; it may have ended.': 'No tiene esa sesión; puede que haya terminado.',
  'This tenant has no such administrator.': 'Esta universidad no tiene ese administrador.',
  'You cannot change your own role; ask another administrator.':
    'No puede cambiar su propio rol; pídalo a otro administrador.',
  'This person has no open invitation.': 'Esta persona no tiene ninguna invitación abierta.',
  'The code is not right, or it was used already; wait for the next one.':
    'El código no es correcto o ya se usó; espere al siguiente.',
  'The passkey was not accepted; try again.': 'No se aceptó la clave de acceso; vuelva a intentarlo.',
  // alerts
  'Send the token for monitoring, which an administrator makes under Alerts, as Authorization: Bearer … or ?token=….':
    'Envíe el token de supervisión, que un administrador crea en Alertas, como Authorization: Bearer … o ?token=….',
  'There is no alert with that ID; ended ones are forgotten after 400 days.':
    'No hay ninguna alerta con ese ID; las terminadas se olvidan a los 400 días.',
  'The alert has ended meanwhile, so there is nothing to snooze.':
    'La alerta ha terminado entretanto, así que no hay nada que posponer.',
  'The operator of the service has set no mail server, so no message can be sent.':
    'El operador del servicio no ha configurado un servidor de correo, así que no se puede enviar ningún mensaje.',
  'A sandbox sends no messages; send the test as the university itself.':
    'Un entorno de pruebas no envía mensajes; envíe la prueba desde la propia universidad.',
  'There is no webhook with that ID.': 'No hay ningún webhook con ese ID.',
  'A tenant has at most {most} webhooks; remove one that is no longer used.':
    'Una universidad tiene como máximo {most} webhooks; quite uno que ya no se use.',
  // login
  'Log in first; sessions end after an hour without use and after 12 hours.':
    'Inicie sesión primero; las sesiones terminan tras una hora sin uso y a las 12 horas.',
  'The e-mail address or the password is not right, or the account is not active.':
    'La dirección de correo o la contraseña no es correcta, o la cuenta no está activa.',
  'The administration area needs the role application_admin; your role is {role}.':
    'El área de administración requiere el rol application_admin; su rol es {role}.',
  'This needs the role {needed}; yours is {role}. Ask an administrator.':
    'Esto requiere el rol {needed}; el suyo es {role}. Pídalo a un administrador.',
  'The header X-CSRF-Token is missing or belongs to another session; reload the page.':
    'La cabecera X-CSRF-Token falta o pertenece a otra sesión; vuelva a cargar la página.',
  'This invitation is no longer valid; ask an administrator for a new one.':
    'Esta invitación ya no es válida; pida otra a un administrador.',
  'No user of this tenant has that e-mail address; give a first and a last name to create one.':
    'Ningún usuario de esta universidad tiene esa dirección de correo; indique nombre y apellidos para crear uno.',
  'This account is inactive; restore it first, then invite again.':
    'Esta cuenta está inactiva; reactívela primero y vuelva a invitar.',
  'Single sign-on is not set up for this tenant; log in with e-mail address and password.':
    'Esta universidad no tiene inicio de sesión único; inicie sesión con dirección de correo y contraseña.',
  'The issuer must be an https:// address of at most 500 characters, without user, query or fragment.':
    'El emisor debe ser una dirección https:// de 500 caracteres como máximo, sin usuario, consulta ni fragmento.',
  'Single sign-on is not being set up; enter its settings first.':
    'El inicio de sesión único no se está configurando; introduzca primero su configuración.',
  'Test the single sign-on first; it is switched on after a test that succeeded.':
    'Pruebe primero el inicio de sesión único; se activa tras una prueba con éxito.',
  'This single sign-on was not begun in this browser within the last 10 minutes; begin again.':
    'Este inicio de sesión único no se empezó en este navegador en los últimos 10 minutos; empiece de nuevo.',
  'The single sign-on of your university was not completed; begin again.':
    'El inicio de sesión único de su universidad no se completó; empiece de nuevo.',
  'There are several answers.': 'Hay varias respuestas.',
  'The assertion was used before.': 'La aserción ya se usó.',
  'Its signature, its audience or its time is not right; check its certificate, entity ID and clock.':
    'Su firma, su audiencia o su hora no son correctas; compruebe el certificado, el ID de entidad y el reloj.',
  'The answer is not a document of XML.': 'La respuesta no es un documento XML.',
  'The answer has too many elements or too many attributes.':
    'La respuesta tiene demasiados elementos o demasiados atributos.',
  'The answer has a comment, a document type or an instruction in it.':
    'La respuesta contiene un comentario, un tipo de documento o una instrucción.',
  'The answer is not a Response of SAML 2.0.': 'La respuesta no es una Response de SAML 2.0.',
  'The answer has another Destination.': 'La respuesta tiene otro Destination.',
  'The answer is not to the request of this browser.':
    'La respuesta no corresponde a la petición de este navegador.',
  'The answer is of another issuer.': 'La respuesta es de otro emisor.',
  'The provider answered with the status {word}.': 'El proveedor respondió con el estado {word}.',
  'The assertion is encrypted; the service has no key for that.':
    'La aserción está cifrada; el servicio no tiene clave para ella.',
  'The answer must have exactly one assertion.': 'La respuesta debe tener exactamente una aserción.',
  'The answer has another one in it.': 'La respuesta contiene otra respuesta.',
  'The answer has too many signatures.': 'La respuesta tiene demasiadas firmas.',
  'The answer has an ID twice.': 'La respuesta tiene un ID repetido.',
  'The signature must be of RSA with SHA-256 or SHA-512; SHA-1 is refused.':
    'La firma debe ser de RSA con SHA-256 o SHA-512; no se admite SHA-1.',
  'The assertion has no ID.': 'La aserción no tiene ID.',
  'The assertion is of another issuer.': 'La aserción es de otro emisor.',
  'The assertion does not say that the person has logged in.':
    'La aserción no indica que la persona haya iniciado sesión.',
  'The assertion has no Subject.': 'La aserción no tiene Subject.',
  'The SubjectConfirmation must be a bearer one with the Recipient, the request and a NotOnOrAfter of this log-in.':
    'La SubjectConfirmation debe ser de tipo bearer, con el Recipient, la petición y un NotOnOrAfter de este inicio.',
  'The single sign-on of your university sends no verified e-mail address for you; ask its operator.':
    'El inicio de sesión único de su universidad no envía una dirección de correo verificada; consulte a su operador.',
  'Your e-mail address belongs to no active account here; ask an administrator.':
    'Su dirección de correo no pertenece a ninguna cuenta activa; consulte a un administrador.',
  "The metadata of your university's single sign-on has run out; ask an administrator to renew it.":
    'Los metadatos del inicio de sesión único de su universidad han caducado; pida a un administrador que los renueve.',
  'The single sign-on of your university cannot be reached; try again, or log in with a password.':
    'No se puede acceder al inicio de sesión único de su universidad; vuelva a intentarlo o use una contraseña.',
  // files and runs
  'No mapping is kept for this sender, or it was removed.':
    'No se guarda ninguna correspondencia de este remitente, o se eliminó.',
  'The mappings of {most} senders are kept, and no more are possible; remove one first.':
    'Se guardan las correspondencias de {most} remitentes y no caben más; elimine una primero.',
  'No run of this tenant has that name; a run is known once a call about people, progress or submissions has named it in X-Sync-Run.':
    'Ninguna ejecución de esta universidad tiene ese nombre; se conoce cuando una llamada sobre personas, progreso o solicitudes la nombra en X-Sync-Run.',
  'This run was finished, so nothing more belongs to it and nothing was changed; send these rows under the name of another run.':
    'Esta ejecución ya se cerró, así que no admite nada más y no se cambió nada; envíe estas filas con el nombre de otra ejecución.',
  'The run was finished while this row was applied, so the row may be applied without belonging to it; send it again under the name of another run.':
    'La ejecución se cerró mientras se aplicaba esta fila, que puede estar aplicada sin pertenecer a ella; envíela de nuevo con el nombre de otra ejecución.',
  'This run was finished before and undone, so nothing was done; send the next file as a run of its own.':
    'Esta ejecución ya se cerró y se revirtió, así que no se hizo nada; envíe el próximo archivo como otra ejecución.',
  'This run was finished before with another body, so nothing was done; send the next file as a run of its own.':
    'Esta ejecución ya se cerró con otro contenido, así que no se hizo nada; envíe el próximo archivo como otra ejecución.',
  'Finishing this run has not come to its end and may still de-provision people, so no part of it can be undone; let its sender finish it first, or undo all of it.':
    'El cierre de esta ejecución no ha terminado y aún puede dar de baja a personas, así que no se puede revertir ninguna parte; deje que su remitente la cierre o reviértala entera.',
  'The run is not complete, and nothing was done: {reason}.':
    'La ejecución no está completa y no se hizo nada: {reason}.',
  // privacy
  "User {userId} was erased, and nothing that was sent is stored; have the source stop sending this person. An administrator releases an address or number that is another person's: POST /api/v1/admin/users/{userId}/erase/release.":
    'El usuario {userId} fue borrado y no se guarda nada de lo enviado; haga que la fuente deje de enviar a esta persona. Un administrador libera una dirección o un número que es de otra persona: POST /api/v1/admin/users/{userId}/erase/release.',
  'A legal hold keeps the data about this user; remove it first, with DELETE …/legal-hold.':
    'Una retención legal conserva los datos de este usuario; retírela primero, con DELETE …/legal-hold.',
  'The setting legalHold keeps all data of the university; switch it off first.':
    'El ajuste legalHold conserva todos los datos de la universidad; desactívelo primero.',
  'This user was not erased, and no erasure has begun.':
    'Este usuario no fue borrado y no ha empezado ningún borrado.',
  'The erasure of this user is under way; release the address or number when it is finished.':
    'El borrado de este usuario está en curso; libere la dirección o el número cuando termine.',
  'The ID of an erased user is never given to another person; an address or legacyNumber is released.':
    'El ID de un usuario borrado nunca se da a otra persona; se libera una dirección o un número anterior.',
  'This erased user is not known to have had this address or number, or it is released already.':
    'No consta que este usuario borrado tuviera esta dirección o número, o ya están liberados.',
  'There is no legal hold on this user.': 'No hay ninguna retención legal sobre este usuario.',
  // requests and the service
  'No program of this tenant has that ID; a program is registered when the first user names it.':
    'Ningún programa de esta universidad tiene ese ID; un programa se registra cuando el primer usuario lo nombra.',
  'The request log has no such request; it keeps them for 90 days.':
    'El registro de peticiones no tiene esa petición; las guarda 90 días.',
  'The audit log of this tenant has no such entry.':
    'El registro de auditoría de esta universidad no tiene esa entrada.',
  'This was changed since you read it; nothing was saved. Read it again, and decide which values are to stay.':
    'Esto cambió desde que lo leyó; no se guardó nada. Vuelva a leerlo y decida qué valores deben quedar.',
  'The {what} is larger than {limit} KiB; send less at once.':
    '{what} ocupa más de {limit} KiB; envíe menos de una vez.',
  body: 'El contenido',
  line: 'La línea',
  event: 'El evento',
  'The file is larger than {limit} MiB; send it with the feed command, or in parts.':
    'El archivo ocupa más de {limit} MiB; envíelo con el comando feed o por partes.',
  'There is nothing at this address; the reference at /docs lists every call.':
    'No hay nada en esta dirección; la referencia en /docs enumera todas las llamadas.',
  'Too many requests; try again in {seconds} s.':
    'Demasiadas peticiones; vuelva a intentarlo en {seconds} s.',
  'The service cannot reach its database just now; send the request again in a few seconds.':
    'El servicio no puede acceder ahora a su base de datos; repita la petición en unos segundos.',
  'The clock of this process is wrong, so it hands out nothing; send the request again in a few seconds.':
    'El reloj de este proceso no es correcto, así que no entrega nada; repita la petición en unos segundos.',
  'Other dry runs did not end in time; send the dry run again in a few seconds.':
    'Otras simulaciones no terminaron a tiempo; repita la simulación en unos segundos.',
  'The lines of this dry run came too slowly while other callers waited; send it again without pauses.':
    'Las líneas de esta simulación llegaron demasiado despacio mientras otros esperaban; repítala sin pausas.',
  'Other files of the university are worked on; send the file again when they are done.':
    'Se están procesando otros archivos de la universidad; envíe el archivo de nuevo cuando terminen.',
  'Other requests kept changing the same data; send the request again in a few seconds.':
    'Otras peticiones cambiaban los mismos datos; repita la petición en unos segundos.',
  'The service failed because of an unexpected error; report the request id to its operator.':
    'El servicio falló por un error inesperado; comunique el ID de la petición a su operador.',
  'The request is not valid.': 'La petición no es válida.',
  '{count} fields are not valid; the first: {first}': '{count} campos no son válidos; el primero: {first}',
  '{count} fields are not valid, of which the first {listed} are listed; the first: {first}':
    '{count} campos no son válidos, de los que se enumeran los primeros {listed}; el primero: {first}',
  // views of lists
  'There is no view with that ID: it was deleted, or it is private to another administrator.':
    'No hay ninguna vista con ese ID: se eliminó o es privada de otro administrador.',
  'A shared view of this list has the name {name}; choose another name, or change that view.':
    'Una vista compartida de esta lista se llama {name}; elija otro nombre o cambie esa vista.',
  'Another of your own views of this list has the name {name}; choose another name, or change that view.':
    'Otra de sus vistas de esta lista se llama {name}; elija otro nombre o cambie esa vista.',
  'There are {most} shared views, and no more are possible; delete one first.':
    'Hay {most} vistas compartidas y no caben más; elimine una primero.',
  'You have {most} views of your own, and no more are possible; delete one first.':
    'Tiene {most} vistas propias y no caben más; elimine una primero.',
  'Its owner and users with the role administrator change a shared view; save a view of your own instead.':
    'Una vista compartida la cambian su propietario y los usuarios con el rol de administrador; guarde una vista propia.',
  'Only its owner can make a shared view private; you may change or delete it.':
    'Solo su propietario puede hacer privada una vista compartida; usted puede cambiarla o eliminarla.',
  // submissions and the sync queue
  'The record of this student has changed since the preview; look at it again, and decide then.':
    'El expediente de este estudiante ha cambiado desde la vista previa; revíselo de nuevo y decida entonces.',
  'No submission of this tenant has that ID.': 'Ninguna solicitud de esta universidad tiene ese ID.',
  'There is no discrepancy with that ID.': 'No hay ninguna discrepancia con ese ID.',
  'No discrepancy of that group is open.': 'No hay ninguna discrepancia abierta de ese grupo.',
  'There is no rule with that ID, or it was removed.': 'No hay ninguna regla con ese ID, o se eliminó.',
  'There is a rule about {field} of the same form, with the same values; remove it first.':
    'Ya hay una regla sobre {field} del mismo formulario con los mismos valores; elimínela primero.',
  'There are {most} rules, and no more are possible; remove one first.':
    'Hay {most} reglas y no caben más; elimine una primero.',
  'Changed since the decision: {fields}; the former value is not put back over a newer one.':
    'Cambió desde la decisión: {fields}; el valor anterior no se pone sobre uno más reciente.',
  'The field was found to differ again since this decision; undo or decide the later difference.':
    'Desde esta decisión el campo volvió a diferir; revierta o decida la diferencia posterior.',
  'The former value was erased since this was accepted; change the record in its source.':
    'El valor anterior se borró desde que esto se aceptó; cambie el expediente en su fuente.',
  'The lease of this claim has ended; drop the item, and claim again.':
    'La reserva de esta toma ha terminado; abandone el elemento y tome de nuevo.',
  'There is no claim with that ID; claims are forgotten 7 days after they ended.':
    'No hay ninguna toma con ese ID; las tomas se olvidan 7 días después de terminar.',
  'This Idempotency-Key was used with another body; send a new key with each new call.':
    'Esta Idempotency-Key se usó con otro contenido; envíe una nueva con cada llamada.',
  'There is no target system of that name; names are spelt exactly, as in the settings.':
    'No hay ningún sistema de destino con ese nombre; escríbalo exactamente como en la configuración.',
  'The submission has discrepancies that no administrator has decided, so it was left out.':
    'La solicitud tiene discrepancias que ningún administrador ha decidido, así que se omitió.',
  'The submission is on its way to {target} with this decision; undo it when it has arrived or failed.':
    'La solicitud va camino de {target} con esta decisión; reviértala cuando haya llegado o fallado.',
  'another system': 'otro sistema',
  // keys and connections
  'Send both headers X-Service-API-Key and X-Service-API-Secret.':
    'Envíe las dos cabeceras X-Service-API-Key y X-Service-API-Secret.',
  'Send the header Authorization with Bearer, a blank, the API key, a full stop and its secret.':
    'Envíe la cabecera Authorization con Bearer, un espacio, la clave de la API, un punto y su secreto.',
  'The API key and secret do not belong to an active credential.':
    'La clave de la API y el secreto no pertenecen a una credencial activa.',
  'This tenant is suspended; ask the operator of the platform to resume it.':
    'Esta universidad está suspendida; pida al operador de la plataforma que la reanude.',
  'This tenant has no such API key.': 'Esta universidad no tiene esa clave de la API.',
  'This tenant has no such connection.': 'Esta universidad no tiene esa conexión.',
  'This link is no longer valid; ask the administrator who sent it for a new one.':
    'Este enlace ya no es válido; pida otro al administrador que lo envió.',
  'This link was opened at {at} and works once; if that was not you, ask the administrator who sent it to revoke the key.':
    'Este enlace se abrió el {at} y funciona una sola vez; si no fue usted, pida al administrador que lo envió que revoque la clave.',
  'A system uses this API key already; rotate it and hand the new key over.':
    'Un sistema ya usa esta clave de la API; rótela y entregue la nueva clave.',
  'This API key is revoked and cannot be rotated; create a new one.':
    'Esta clave de la API está revocada y no se puede rotar; cree una nueva.',
  'This API key is expired and cannot be rotated; create a new one.':
    'Esta clave de la API ha caducado y no se puede rotar; cree una nueva.',
  // people
  'No user of this tenant has that ID or legacyNumber.':
    'Ningún usuario de esta universidad tiene ese ID o número anterior.',
  'This is your own account, and you could not log in again; ask another administrator.':
    'Es su propia cuenta y no podría volver a iniciar sesión; pídalo a otro administrador.',
  'The {field} belongs to user {ownerId}, but the request is about user {matchedId}; nothing was changed. Correct one of the two, or merge the records in the source.':
    '{field} pertenece al usuario {ownerId}, pero la petición trata del usuario {matchedId}; no se cambió nada. Corrija uno de los dos o una los registros en la fuente.',
  'The e-mail address belongs to user {ownerId}, and the setting adoptByEmail is {mode}; nothing was changed. Send the externalId by which the user is known, or have an administrator decide.':
    'La dirección de correo pertenece al usuario {ownerId} y el ajuste adoptByEmail es {mode}; no se cambió nada. Envíe el externalId con el que se conoce al usuario o deje que un administrador decida.',
  'The e-mail address is that of user {ownerId}, whom another row names by another externalId; nothing was changed. Two people cannot have one address: correct it in the source.':
    'La dirección de correo es la del usuario {ownerId}, a quien otra fila nombra con otro externalId; no se cambió nada. Dos personas no pueden tener la misma dirección: corríjalo en la fuente.',
  'An earlier row has the e-mail address of the user with the externalId {externalId}, and gave them another externalId; nothing was changed. Undo the run if these are two people, or correct this row in the source.':
    'Una fila anterior tiene la dirección de correo del usuario con el externalId {externalId} y le dio otro externalId; no se cambió nada. Revierta la ejecución si son dos personas, o corrija esta fila en la fuente.',
  'Whether this is user {userId} or another person is for an administrator to decide, as {conflictId}; nothing was changed. Send the request again after that.':
    'Un administrador debe decidir, en {conflictId}, si es el usuario {userId} u otra persona; no se cambió nada. Repita después la petición.',
  'There is no conflict with that ID.': 'No hay ningún conflicto con ese ID.',
  'Changed meanwhile: {fields}; look at the conflict again, which shows the present values.':
    'Cambió entretanto: {fields}; vuelva a ver el conflicto, que muestra los valores actuales.',
  'The decision was taken back; the conflict is open again when it is asked again.':
    'La decisión se retiró; el conflicto vuelve a abrirse cuando se pregunte de nuevo.',
  'The conflict is not decided, so there is no decision to take back.':
    'El conflicto no está decidido, así que no hay decisión que retirar.',
  'User {ownerId} is active and would be left without it. Where the user has left, de-provision them first, as an administrator; else the source must send another one for one of the two.':
    'El usuario {ownerId} está activo y se quedaría sin él. Si se ha marchado, delo de baja primero, como administrador; si no, la fuente debe enviar otro para uno de los dos.',
  'What was sent is forgotten, as it was not sent again for 90 days; send the row again and decide then, or ignore the conflict.':
    'Lo enviado se ha olvidado, pues no se volvió a enviar en 90 días; envíe de nuevo la fila y decida entonces, o descarte el conflicto.',
  'Another de-provisioning of this user is held since; decide that one.':
    'Desde entonces hay retenida otra baja de este usuario; decida esa.',
  'No administrator has decided this hold: a later call said that the user is active.':
    'Ningún administrador ha decidido esta retención: una llamada posterior dijo que el usuario está activo.',
  'The status of this user has changed since the decision; change it on the page of the user.':
    'El estado de este usuario ha cambiado desde la decisión; cámbielo en la página del usuario.',
  'There is no record of a release of this hold by an administrator: the user was de-provisioned in another way, which closed it, or the record is not kept any more; change the status on the page of the user.':
    'No consta ninguna aprobación de esta retención por un administrador: al usuario se le dio de baja de otro modo, lo que la cerró, o el registro ya no se conserva; cambie el estado en la página del usuario.',
  'An administrator keeps this user active for now; end that on the page of the user first.':
    'Un administrador mantiene activo a este usuario por ahora; termínelo primero en la página del usuario.',
  'This was decided more than {days} days ago, and sources may have said otherwise since; change the status on the page of the user.':
    'Esto se decidió hace más de {days} días y las fuentes pueden haber dicho otra cosa desde entonces; cambie el estado en la página del usuario.',
  'There is no held de-provisioning with that ID.': 'No hay ninguna baja retenida con ese ID.',
  // the plan of an erasure
  'The token {problem}.': 'El token {problem}.',
  'is missing: ask with dryRun what would be erased, and send the token of the answer':
    'falta: pregunte con dryRun qué se borraría y envíe el token de la respuesta',
  'is not the token of a plan of this user': 'no es el token de un plan de este usuario',
  'is older than 15 minutes: ask with dryRun again': 'tiene más de 15 minutos: pregunte de nuevo con dryRun',
  'is of a plan that does not name all kinds of data that there are now: ask with dryRun again':
    'es de un plan que no nombra todos los tipos de datos que hay ahora: pregunte de nuevo con dryRun',
};
