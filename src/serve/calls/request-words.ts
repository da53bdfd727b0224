import { own } from '../../base/own.ts';
import { refusal } from '../../engine/change/refusals.ts';
import type { ModelIndex } from '../../engine/document/model-index.ts';
import { inLanguage } from '../../engine/languages/in-language.ts';
import { messagesByLanguage } from '../../engine/languages/messages-by-language.ts';
import { type RequestError, requestErrors } from '../../model/own-words.ts';
import { callersLanguage } from './callers-language.ts';
import type { Problem } from './error-body.ts';

type Translated = Readonly<Record<RequestError, string>>;

/**
 * Messages for requests that are refused before a call begins. The English ones contain more
 * detail, such as the methods that a path accepts.
 */
const translations: Readonly<Record<'de' | 'es' | 'fr' | 'ar', Translated>> = {
  de: {
    MALFORMED: 'Der Inhalt der Anfrage ist kein gültiges JSON.',
    METHOD_NOT_ALLOWED: 'Unter dieser Adresse ist diese Methode nicht möglich.',
    NOT_ACCEPTABLE: 'Antworten sind JSON (application/json); der Kopf „Accept“ schließt das aus.',
    REQUEST_TIMEOUT: 'Der Inhalt der Anfrage kam nicht rechtzeitig an.',
    PRECONDITION_FAILED: 'Der Eintrag wurde inzwischen geändert. Laden Sie ihn neu.',
    TOO_LARGE: 'Die Anfrage ist zu groß.',
    UNSUPPORTED_MEDIA_TYPE: 'Der Inhalt der Anfrage muss JSON in UTF-8 sein (Content-Type: application/json).',
    TOO_MANY_REQUESTS: 'Zu viele Anfragen. Bitte versuchen Sie es später noch einmal.',
    FAILED: 'Ein Fehler ist aufgetreten.',
    TIMEOUT: 'Das hat zu lange gedauert.',
    OUTCOME_UNKNOWN: 'Es ist nicht bekannt, ob die Änderung gespeichert wurde. Prüfen Sie das, bevor Sie es noch einmal versuchen.',
    UNAVAILABLE: 'Der Dienst ist gerade nicht erreichbar. Es wurde nichts geändert.',
  },
  es: {
    MALFORMED: 'El cuerpo de la solicitud no es JSON válido.',
    METHOD_NOT_ALLOWED: 'Esta dirección no admite ese método.',
    NOT_ACCEPTABLE: 'Las respuestas son JSON (application/json) y la cabecera «Accept» lo excluye.',
    REQUEST_TIMEOUT: 'El cuerpo de la solicitud no llegó a tiempo.',
    PRECONDITION_FAILED: 'El registro ha cambiado entretanto. Vuelva a cargarlo.',
    TOO_LARGE: 'La solicitud es demasiado grande.',
    UNSUPPORTED_MEDIA_TYPE: 'El cuerpo de la solicitud debe ser JSON en UTF-8 (Content-Type: application/json).',
    TOO_MANY_REQUESTS: 'Demasiadas solicitudes. Inténtelo de nuevo más tarde.',
    FAILED: 'Se ha producido un error.',
    TIMEOUT: 'Ha tardado demasiado.',
    OUTCOME_UNKNOWN: 'No se sabe si el cambio se guardó. Compruébelo antes de volver a intentarlo.',
    UNAVAILABLE: 'El servicio no está disponible en este momento. No se ha cambiado nada.',
  },
  fr: {
    MALFORMED: 'Le corps de la requête n’est pas un JSON valide.',
    METHOD_NOT_ALLOWED: 'Cette adresse n’accepte pas cette méthode.',
    NOT_ACCEPTABLE: 'Les réponses sont en JSON (application/json), ce que l’en-tête « Accept » exclut.',
    REQUEST_TIMEOUT: 'Le corps de la requête n’est pas arrivé à temps.',
    PRECONDITION_FAILED: 'L’enregistrement a changé entre-temps. Rechargez-le.',
    TOO_LARGE: 'La requête est trop volumineuse.',
    UNSUPPORTED_MEDIA_TYPE: 'Le corps de la requête doit être en JSON, en UTF-8 (Content-Type: application/json).',
    TOO_MANY_REQUESTS: 'Trop de requêtes. Réessayez plus tard.',
    FAILED: 'Une erreur s’est produite.',
    TIMEOUT: 'Cela a pris trop de temps.',
    OUTCOME_UNKNOWN: 'On ne sait pas si la modification a été enregistrée. Vérifiez avant de réessayer.',
    UNAVAILABLE: 'Le service n’est pas disponible pour le moment. Rien n’a été modifié.',
  },
  ar: {
    MALFORMED: 'محتوى الطلب ليس JSON صالحًا.',
    METHOD_NOT_ALLOWED: 'هذا العنوان لا يقبل هذه الطريقة.',
    NOT_ACCEPTABLE: 'الردود بصيغة JSON ‏(application/json)، وترويسة Accept تستبعدها.',
    REQUEST_TIMEOUT: 'لم يصل محتوى الطلب في الوقت المحدد.',
    PRECONDITION_FAILED: 'تغيّر السجل في هذه الأثناء. أعد تحميله.',
    TOO_LARGE: 'الطلب كبير جدًا.',
    UNSUPPORTED_MEDIA_TYPE: 'يجب أن يكون محتوى الطلب JSON بترميز UTF-8 ‏(Content-Type: application/json).',
    TOO_MANY_REQUESTS: 'الطلبات كثيرة جدًا. حاول مرة أخرى لاحقًا.',
    FAILED: 'حدث خطأ.',
    TIMEOUT: 'استغرق ذلك وقتًا طويلًا.',
    OUTCOME_UNKNOWN: 'لا يُعرف هل حُفظ التغيير. تحقق قبل أن تحاول مرة أخرى.',
    UNAVAILABLE: 'الخدمة غير متاحة الآن. لم يتغير شيء.',
  },
};

/**
 * Words refusals in the caller's language: section 8 comes first, then the product in its own
 * languages. `acceptLanguage`: the header, or an empty text.
 */
export function translatedProblems(index: ModelIndex, acceptLanguage: string, problems: readonly Problem[]): readonly Problem[] {
  const { words, offered } = callersLanguage(index.model, acceptLanguage);
  return problems.map((problem) => {
    const { error } = problem;
    if (!requestErrors.includes(error)) return inLanguage(problem, messagesByLanguage[words], offered);
    if (index.error(error) !== null) {
      const { message } = inLanguage(refusal(index, { error, because: problem.message }), messagesByLanguage[words], offered);
      return { ...problem, message };
    }
    return { ...problem, message: (words === 'en' ? undefined : own(translations[words], error)) ?? problem.message };
  });
}
