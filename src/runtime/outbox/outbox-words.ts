import { own } from '../../base/own.ts';
import type { JobStatus } from '../../store/outbox.ts';

/** Texts of the outbox; loaded with it. */
export interface OutboxWords {
  readonly title: string;
  readonly about: string;
  readonly statuses: Readonly<Record<JobStatus, string>>;
  readonly none: string;
  readonly request: string;
  readonly to: string;
  /** Shown before a time. */
  readonly times: Readonly<Record<JobStatus, string>>;
  attempts(count: number): string;
  readonly retry: string;
  readonly drop: string;
  readonly dropped: string;
  readonly retried: string;
  readonly openLink: string;
  readonly hiddenLink: string;
  /** Shown if the mail has no recipient, and so is not sent. */
  readonly nobody: string;
  readonly timers: string;
}

const english: OutboxWords = {
  title: 'Outbox',
  about: 'Mails and requests to other services, the newest first.',
  statuses: { failed: 'Failed', waiting: 'Waiting', done: 'Done' },
  none: 'Nothing sent yet',
  request: 'Request',
  to: 'To',
  times: { failed: 'Given up', waiting: 'Next attempt', done: 'Done' },
  attempts: (count) => (count === 1 ? '1 attempt' : `${count} attempts`),
  retry: 'Try again now',
  drop: 'Delete',
  dropped: 'Deleted from the outbox',
  retried: 'Trying again now',
  openLink: 'Open the link',
  hiddenLink: 'The link is in the mail only: it works once, for its reader.',
  nobody: 'No mail: this address has no account, or needs no link.',
  timers: 'Timers that were refused',
};

const others: Readonly<Record<string, OutboxWords>> = {
  de: {
    title: 'Postausgang',
    about: 'Mails und Anfragen an andere Dienste, die neuesten zuerst.',
    statuses: { failed: 'Fehlgeschlagen', waiting: 'Wartend', done: 'Erledigt' },
    none: 'Noch nichts gesendet',
    request: 'Anfrage',
    to: 'An',
    times: { failed: 'Aufgegeben', waiting: 'Nächster Versuch', done: 'Erledigt' },
    attempts: (count) => (count === 1 ? '1 Versuch' : `${count} Versuche`),
    retry: 'Jetzt erneut versuchen',
    drop: 'Löschen',
    dropped: 'Aus dem Postausgang gelöscht',
    retried: 'Wird jetzt erneut versucht',
    openLink: 'Link öffnen',
    hiddenLink: 'Der Link steht nur in der Mail: Er gilt einmal, für ihren Empfänger.',
    nobody: 'Keine Mail: Diese Adresse hat kein Konto oder braucht keinen Link.',
    timers: 'Abgelehnte Zeitgeber',
  },
  es: {
    title: 'Bandeja de salida',
    about: 'Correos y peticiones a otros servicios, primero los más recientes.',
    statuses: { failed: 'Fallidos', waiting: 'En espera', done: 'Hechos' },
    none: 'Aún no se ha enviado nada',
    request: 'Petición',
    to: 'Para',
    times: { failed: 'Abandonado', waiting: 'Próximo intento', done: 'Hecho' },
    attempts: (count) => (count === 1 ? '1 intento' : `${count} intentos`),
    retry: 'Reintentar ahora',
    drop: 'Eliminar',
    dropped: 'Eliminado de la bandeja de salida',
    retried: 'Se intenta de nuevo ahora',
    openLink: 'Abrir el enlace',
    hiddenLink: 'El enlace está solo en el correo: sirve una vez, para quien lo recibe.',
    nobody: 'Sin correo: esta dirección no tiene cuenta o no necesita ningún enlace.',
    timers: 'Temporizadores rechazados',
  },
  fr: {
    title: 'Boîte d’envoi',
    about: 'E-mails et requêtes vers d’autres services, les plus récents d’abord.',
    statuses: { failed: 'Échoués', waiting: 'En attente', done: 'Terminés' },
    none: 'Rien n’a encore été envoyé',
    request: 'Requête',
    to: 'À',
    times: { failed: 'Abandonné', waiting: 'Prochain essai', done: 'Terminé' },
    attempts: (count) => (count <= 1 ? `${count} essai` : `${count} essais`),
    retry: 'Réessayer maintenant',
    drop: 'Supprimer',
    dropped: 'Supprimé de la boîte d’envoi',
    retried: 'Nouvel essai en cours',
    openLink: 'Ouvrir le lien',
    hiddenLink: 'Le lien n’est que dans l’e-mail : il sert une fois, à son destinataire.',
    nobody: 'Pas d’e-mail : cette adresse n’a pas de compte ou n’a pas besoin de lien.',
    timers: 'Minuteurs refusés',
  },
  ar: {
    title: 'البريد الصادر',
    about: 'الرسائل والطلبات إلى خدمات أخرى، الأحدث أولًا.',
    statuses: { failed: 'فشلت', waiting: 'قيد الانتظار', done: 'تمت' },
    none: 'لم يُرسل شيء بعد',
    request: 'طلب',
    to: 'إلى',
    times: { failed: 'تُركت', waiting: 'المحاولة التالية', done: 'تمت' },
    attempts: (count) => `عدد المحاولات: ${count}`,
    retry: 'أعد المحاولة الآن',
    drop: 'حذف',
    dropped: 'حُذف من البريد الصادر',
    retried: 'تُعاد المحاولة الآن',
    openLink: 'افتح الرابط',
    hiddenLink: 'الرابط في الرسالة فقط: يعمل مرة واحدة لمن يتلقاها.',
    nobody: 'لا رسالة: ليس لهذا العنوان حساب، أو لا يحتاج إلى رابط.',
    timers: 'مؤقتات مرفوضة',
  },
};

export const outboxWords = (locale: string): OutboxWords => own(others, locale.split('-')[0] ?? '') ?? english;
