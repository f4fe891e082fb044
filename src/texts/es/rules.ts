/** What a field must be: it follows the name of the field. */
export const RULES: Readonly<Record<string, string>> = {
  'is for the decision reject only': 'es solo para la decisión reject',
  'an empty column of an export must not lock people out. To de-provision, send inactive or leave the field out':
    'una columna vacía de una exportación no debe dejar fuera a nadie. Para dar de baja, envíe inactive u omita el campo',
  'is required': 'es obligatorio',
  'is not a field of this kind of provider; leave it out':
    'no es un campo de este tipo de proveedor; omítalo',
  'must have an entityID of at most 500 characters of ASCII':
    'debe tener un entityID de como máximo 500 caracteres ASCII',
  'must describe an identity provider of SAML 2.0 (IDPSSODescriptor)':
    'debe describir un proveedor de identidad de SAML 2.0 (IDPSSODescriptor)',
  'must be XML without a document type; check that the file is complete':
    'debe ser XML sin tipo de documento; compruebe que el archivo esté completo',
  'must be the metadata of one provider (EntityDescriptor), not of several':
    'debe ser los metadatos de un solo proveedor (EntityDescriptor), no de varios',
  'must have a SingleSignOnService with HTTP-Redirect at an https:// address without a user name':
    'debe tener un SingleSignOnService con HTTP-Redirect en una dirección https:// sin nombre de usuario',
  'must have between 1 and 20 certificates (X509Certificate) for signing':
    'debe tener entre 1 y 20 certificados (X509Certificate) de firma',
  'must be an https:// address without a user name': 'debe ser una dirección https:// sin nombre de usuario',
  'must be a public address; paste the metadata of a private one':
    'debe ser una dirección pública; pegue los metadatos de una privada',
  'must not have run out (validUntil)': 'no debe haber caducado (validUntil)',
  'must have a date and time as its validUntil': 'debe tener una fecha y hora en validUntil',
  'must be an address that answers with metadata of at most 1 MiB, without a redirection':
    'debe ser una dirección que responda con metadatos de como máximo 1 MiB, sin redirección',
  'must be of the same provider': 'debe ser del mismo proveedor',
  'must be a string': 'debe ser un texto',
  'must not be blank': 'no puede estar en blanco',
  'must be at most {most} characters long': 'debe tener como máximo {most} caracteres',
  'must have at most {most} characters': 'debe tener como máximo {most} caracteres',
  'must not contain control characters other than tab and newline':
    'no puede contener caracteres de control salvo tabulador y salto de línea',
  'must be valid Unicode; it contains half a surrogate pair':
    'debe ser Unicode válido; contiene medio par sustituto',
  'must not contain {character}, which cannot be seen': 'no puede contener {character}, que no se ve',
  'must not be {value}, which an address cannot contain':
    'no puede ser {value}, que no cabe en una dirección',
  'is what stands in the place of a missing value; send the key, or leave it out':
    'es lo que ocupa el lugar de un valor ausente; envíe la clave u omítala',
  'is a number whose last digits a spreadsheet has lost; {remedy}':
    'es un número cuyas últimas cifras perdió una hoja de cálculo; {remedy}',
  'in the spreadsheet, format its column as text (Format Cells, Number, Text), then enter or import the values again':
    'en la hoja de cálculo, dé formato de texto a su columna (Formato de celdas, Número, Texto) y vuelva a introducir o importar los valores',
  'must be an e-mail address, such as ann.lee@example.edu':
    'debe ser una dirección de correo, como ann.lee@example.edu',
  'must be an https:// address of at most {most} characters, without user name and fragment':
    'debe ser una dirección https:// de como máximo {most} caracteres, sin nombre de usuario ni fragmento',
  'must be the address of a workflow of Teams; this is one of a connector, which Microsoft has retired':
    'debe ser la dirección de un flujo de trabajo de Teams; esta es de un conector, que Microsoft ha retirado',
  'must have a host with public addresses, or one that the operator of the service has allowed':
    'debe tener un host con direcciones públicas, o uno que haya permitido el operador del servicio',
  'must be a domain name, such as example.edu': 'debe ser un nombre de dominio, como example.edu',
  'must be lower snake case, such as department_chair':
    'debe ir en minúsculas con guiones bajos, como department_chair',
  'must be one letter, such as "M" or "M."': 'debe ser una letra, como «M» o «M.»',
  'must be one of {values}': 'debe ser uno de {values}',
  'must be one of {values} and not empty: {why}': 'debe ser uno de {values} y no estar vacío: {why}',
  'must be {choice}': 'debe ser {choice}',
  "'{sent}' must be {choice}": '«{sent}» debe ser {choice}',
  'must be {choice} and not empty: {why}': 'debe ser {choice} y no estar vacío: {why}',
  '{some} or {last}': '{some} o {last}',
  'must name one or more of {values}': 'debe nombrar uno o más de {values}',
  'must be true or false': 'debe ser verdadero o falso',
  'must be a whole number from {min} to {max}': 'debe ser un número entero de {min} a {max}',
  'must be a whole number of 1 or more': 'debe ser un número entero de 1 o más',
  'is a number beyond {most}, whose digits would be lost; send it as text':
    'es un número mayor que {most}, cuyas cifras se perderían; envíelo como texto',
  'must be a real calendar date in the form YYYY-MM-DD':
    'debe ser una fecha del calendario con la forma YYYY-MM-DD',
  'must be a date and time such as 2026-03-01T09:30:00.000Z':
    'debe ser una fecha y hora como 2026-03-01T09:30:00.000Z',
  'must be a date such as 2026-11-20, or a date and time such as 2026-11-20T02:30:00.000Z':
    'debe ser una fecha como 2026-11-20 o una fecha y hora como 2026-11-20T02:30:00.000Z',
  'must be an IANA name, such as Europe/Paris': 'debe ser un nombre de IANA, como Europe/Paris',
  'must be a list': 'debe ser una lista',
  'must have at most {most} items': 'debe tener como máximo {most} elementos',
  'has a bad item: item {place} {problem}': 'tiene un elemento incorrecto: el elemento {place} {problem}',
  'must be an object': 'debe ser un objeto',
  'must have at most {most} members': 'debe tener como máximo {most} miembros',
  'must be at most {most} KiB as JSON': 'debe ocupar como máximo {most} KiB como JSON',
  'must not nest deeper than {most} levels': 'no puede anidar más de {most} niveles',
  'must not have a key named __proto__': 'no puede tener una clave llamada __proto__',
  'must be given once': 'debe indicarse una sola vez',
  'is not a known field': 'no es un campo conocido',
  'is not a known field; did you mean {meant}?': 'no es un campo conocido; ¿quería decir {meant}?',
  // of single fields
  'cannot be cleared; give the connection another name': 'no se puede vaciar; dé otro nombre a la conexión',
  'cannot be cleared; give a domain name, such as example.edu':
    'no se puede vaciar; indique un nombre de dominio, como example.edu',
  'is for a rule about a submitted value: send submitted too, or omit {field}':
    'es para una regla sobre un valor enviado: envíe también submitted u omita {field}',
  'must lie in the future': 'debe estar en el futuro',
  'is for keys with the scope scim': 'es para claves con el ámbito scim',
  'must be the name of the run, exactly as it is listed':
    'debe ser el nombre de la ejecución, exactamente como aparece en la lista',
  'is for accountStatus active only': 'es solo para accountStatus active',
  'must be null: this kind has none': 'debe ser null: este tipo no tiene ninguno',
  'is easy to guess: do not use a common password, a name, an address or a repeated pattern; four words that have nothing to do with each other are good':
    'es fácil de adivinar: no use una contraseña común, un nombre, una dirección ni un patrón repetido; cuatro palabras sin relación entre sí son buenas',
  'must be one of {values} for a conflict of the kind {kind}':
    'debe ser uno de {values} para un conflicto del tipo {kind}',
  'cannot become what was submitted; a legacyNumber must not have the form of an ID':
    'no puede pasar a ser lo enviado; un número anterior no puede tener la forma de un ID',
  'filters failed items; leave status out, or send status=failed':
    'filtra los elementos con error; omita status o envíe status=failed',
  'filters failed items; leave status out, or send failed':
    'filtra los elementos con error; omita status o envíe failed',
  'must not be before from': 'no puede ser anterior a from',
  '{externalId} has the form of an ID, and no legacyNumber has it':
    '{externalId} tiene la forma de un ID, y ningún número anterior la tiene',
  '{externalId} has the form of an ID for Faculty and Staff, and accountType is {accountType}':
    '{externalId} tiene la forma de un ID de Faculty y Staff, y accountType es {accountType}',
  '{externalId} has the form of an ID for a Student, and accountType is {accountType}':
    '{externalId} tiene la forma de un ID de Student, y accountType es {accountType}',
  'must be a day from {today} to {latest}': 'debe ser un día del {today} al {latest}',
  'is not a new passkey': 'no es una clave de acceso nueva',
  'has changed': 'ha cambiado',
  'is not your password': 'no es su contraseña',
  'needs a second factor of your own first': 'requiere que antes tenga usted un segundo factor',
  '{field} {rule}': '{field} {rule}',
  '{field} is not valid': '{field} no es válido',
  '{clause}.': '{clause}.',
  'is no filter: {name} is a field of the view, or not kept':
    'no es un filtro: {name} es un campo de la vista o no se guarda',
  'is not a list that can have views': 'no es una lista que pueda tener vistas',
  'must be a list that your role opens': 'debe ser una lista que abra su rol',
  'is not the name that the template has now: {name}': 'no es el nombre que tiene ahora la plantilla: {name}',
  'names no milestone of the template: {code}': 'no nombra ningún hito de la plantilla: {code}',
  // failed rows
  'a field whose name cannot be one': 'un campo cuyo nombre no puede serlo',
  '{field} belongs to another user': '{field} pertenece a otro usuario',
  'The row is not valid JSON': 'La fila no es JSON válido',
  '{count} more fields are not valid': 'otros {count} campos no son válidos',
  '{one}; {more}': '{one}; {more}',
  'Row {line}, {externalId}: {reason}': 'Fila {line}, {externalId}: {reason}',
  'Row {line}: {reason}': 'Fila {line}: {reason}',
  '{externalId}: {reason}': '{externalId}: {reason}',
};
