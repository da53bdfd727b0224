import { own } from '../../base/own.ts';
import type { OwnMessage } from '../outcome.ts';
import type { MustBe } from './must-be.ts';

/** What a value must be, by the kind of value in the Type column. */
const must: Readonly<Record<MustBe, string>> = {
  required: 'es obligatorio',
  length: 'es demasiado largo',
  text: 'debe ser texto',
  integer: 'debe ser un número entero',
  decimal: 'debe ser un número',
  percent: 'debe ser un porcentaje',
  money: 'debe ser un importe con dos decimales como máximo',
  boolean: 'debe ser sí o no',
  date: 'debe ser una fecha',
  time: 'debe ser una hora',
  datetime: 'debe ser una fecha con hora',
  duration: 'debe ser una duración',
  email: 'debe ser una dirección de correo',
  url: 'debe ser una dirección web que empiece por http:// o https://',
  phone: 'debe ser un número de teléfono',
  color: 'debe ser un color',
  uuid: 'debe ser un UUID',
  slug: 'solo puede tener minúsculas, cifras y guiones',
  enum: 'debe ser uno de los valores ofrecidos',
  relation: 'debe ser un registro que exista',
  list: 'debe ser una lista',
  file: 'debe ser un archivo subido',
  image: 'debe ser una imagen',
};

/** The built-in message of a refusal, in Spanish. */
export function spanishRefusal({ code, data }: OwnMessage): string {
  const { field = '', entity = '' } = data;
  switch (code) {
    case 'UNAUTHORIZED':
      return 'Inicie sesión para continuar.';
    case 'FORBIDDEN':
      return 'No tiene acceso.';
    case 'NOT_FOUND':
      return entity === '' || entity === 'record' ? 'No se ha encontrado.' : `No se ha encontrado: ${entity}.`;
    case 'CONFLICT':
      return 'Esto no es posible en este momento.';
    case 'INVALID':
      return field === '' ? 'Valor no válido.' : `${field}: valor no válido.`;
    case 'required':
      return `${field} es obligatorio.`;
    case 'unfit':
      return `${field} ${own(must, data['must'] ?? '') ?? 'tiene un valor no válido'}.`;
    case 'taken':
      return `${data['fields'] ?? ''}: ese valor ya está en uso.`;
    case 'referred':
      return `No se puede eliminar: otros registros todavía lo usan (${entity}: ${field}).`;
    case 'rule':
      return `No se cumple la regla «${data['rule'] ?? ''}».`;
    case 'no-field':
      return `${field} no es un campo de ${entity}.`;
    case 'no-way':
      return `No puede mover esto de «${data['from'] ?? ''}» a «${data['to'] ?? ''}».`;
    case 'not-asked':
      return `${field} no se pide aquí.`;
    case 'mistake-in-document':
      return 'No se puede hacer porque el documento contiene un error.';
    case 'no-accounts':
      return 'No se puede iniciar sesión: el documento no define ninguna cuenta.';
    case 'sign-in':
      return 'Los datos de acceso no son correctos.';
    case 'TOO_MANY_ATTEMPTS':
      return `Demasiados intentos. Vuelva a intentarlo dentro de ${data['seconds'] ?? ''} segundos.`;
    case 'TOO_EXPENSIVE':
      return 'La solicitud es demasiado grande. Redúzcala e inténtelo de nuevo.';
    case 'password-required':
      return 'Introduzca su contraseña actual.';
    case 'wrong-password':
      return 'La contraseña actual no es correcta.';
    case 'other-password':
      return 'Esta no es la contraseña que eligió al registrarse.';
    case 'code-required':
      return 'Introduzca el código de su aplicación de autenticación.';
    case 'wrong-code':
      return 'Este código es incorrecto o ya se ha usado.';
    case 'link-expired':
      return 'Este enlace ha caducado o ya se ha usado. Pida uno nuevo.';
    case 'confirm-email':
      return 'Confirme primero su dirección de correo: pida un enlace para hacerlo.';
    case 'too-many-rows':
      return `Un archivo puede tener como máximo ${data['most'] ?? ''} filas; este tiene ${data['rows'] ?? ''}. Divídalo en varios.`;
    case 'more-mistakes':
      return data['count'] === '1' ? 'Hay 1 error más.' : `Hay ${data['count'] ?? ''} errores más.`;
    case 'failed':
      return 'Se ha producido un error. No se ha cambiado nada.';
    case 'storage-full':
      return 'El almacenamiento de su navegador está lleno, así que no se ha guardado nada. Elimine lo que ya no necesite o libere espacio en los ajustes del navegador, y vuelva a intentarlo.';
    case 'not-saved':
      return `Su navegador no ha podido guardarlo; no se ha cambiado nada. (${data['why'] ?? ''})`;
    case 'outcome-unknown':
      return 'Es posible que el cambio no se haya guardado. Recargue la página antes de intentarlo de nuevo.';
    case 'unavailable':
      return 'El servicio no responde en este momento y no se ha guardado nada. Inténtelo de nuevo en unos instantes.';
  }
}
