import { own } from '../../base/own.ts';
import type { OwnMessage } from '../outcome.ts';
import type { MustBe } from './must-be.ts';

/** What a value must be, by the kind of value in the Type column. */
const must: Readonly<Record<MustBe, string>> = {
  required: 'muss ausgefüllt sein',
  length: 'ist zu lang',
  text: 'muss Text sein',
  integer: 'muss eine ganze Zahl sein',
  decimal: 'muss eine Zahl sein',
  percent: 'muss ein Prozentsatz sein',
  money: 'muss ein Betrag mit höchstens zwei Nachkommastellen sein',
  boolean: 'muss ja oder nein sein',
  date: 'muss ein Datum sein',
  time: 'muss eine Uhrzeit sein',
  datetime: 'muss ein Zeitpunkt sein',
  duration: 'muss eine Dauer sein',
  email: 'muss eine E-Mail-Adresse sein',
  url: 'muss eine Web-Adresse sein, die mit http:// oder https:// beginnt',
  phone: 'muss eine Telefonnummer sein',
  color: 'muss eine Farbe sein',
  uuid: 'muss eine UUID sein',
  slug: 'darf nur Kleinbuchstaben, Ziffern und Bindestriche haben',
  enum: 'muss einer der vorgegebenen Werte sein',
  relation: 'muss ein vorhandener Eintrag sein',
  list: 'muss eine Liste sein',
  file: 'muss eine hochgeladene Datei sein',
  image: 'muss ein Bild sein',
};

/** The built-in message of a refusal, in German. */
export function germanRefusal({ code, data }: OwnMessage): string {
  const { field = '', entity = '' } = data;
  switch (code) {
    case 'UNAUTHORIZED':
      return 'Bitte melden Sie sich an.';
    case 'FORBIDDEN':
      return 'Sie haben keinen Zugriff.';
    case 'NOT_FOUND':
      return entity === '' || entity === 'record' ? 'Nicht gefunden.' : `${entity}: nicht gefunden.`;
    case 'CONFLICT':
      return 'Das ist im Moment nicht möglich.';
    case 'INVALID':
      return field === '' ? 'Ungültiger Wert.' : `${field}: ungültiger Wert.`;
    case 'required':
      return `${field} muss ausgefüllt sein.`;
    case 'unfit':
      return `${field} ${own(must, data['must'] ?? '') ?? 'hat einen ungültigen Wert'}.`;
    case 'taken':
      return `${data['fields'] ?? ''} ist schon vergeben.`;
    case 'referred':
      return `Löschen nicht möglich: Andere Einträge verweisen noch darauf (${entity}: ${field}).`;
    case 'rule':
      return `Regel nicht erfüllt: „${data['rule'] ?? ''}“.`;
    case 'no-field':
      return `${field} ist kein Feld von ${entity}.`;
    case 'no-way':
      return `Sie können das nicht von „${data['from'] ?? ''}“ nach „${data['to'] ?? ''}“ verschieben.`;
    case 'not-asked':
      return `${field} wird hier nicht abgefragt.`;
    case 'mistake-in-document':
      return 'Das ist nicht möglich, weil das Dokument hier einen Fehler enthält.';
    case 'no-accounts':
      return 'Anmelden ist nicht möglich: Das Dokument legt keine Konten fest.';
    case 'sign-in':
      return 'Die Anmeldedaten sind nicht korrekt.';
    case 'TOO_MANY_ATTEMPTS':
      return `Zu viele Versuche. Bitte warten Sie ${data['seconds'] ?? ''} Sekunden und versuchen Sie es dann erneut.`;
    case 'TOO_EXPENSIVE':
      return 'Die Anfrage ist zu umfangreich. Bitte grenzen Sie sie ein.';
    case 'password-required':
      return 'Geben Sie Ihr aktuelles Passwort ein.';
    case 'wrong-password':
      return 'Das aktuelle Passwort ist nicht korrekt.';
    case 'other-password':
      return 'Das ist nicht das Passwort, das Sie bei der Registrierung gewählt haben.';
    case 'code-required':
      return 'Geben Sie den Code aus Ihrer Authenticator-App ein.';
    case 'wrong-code':
      return 'Dieser Code ist falsch oder wurde schon verwendet.';
    case 'link-expired':
      return 'Dieser Link ist abgelaufen oder wurde schon benutzt. Fordern Sie einen neuen an.';
    case 'confirm-email':
      return 'Bestätigen Sie zuerst Ihre E-Mail-Adresse: Fordern Sie dafür einen Link an.';
    case 'too-many-rows':
      return `Eine Datei darf höchstens ${data['most'] ?? ''} Zeilen enthalten, diese enthält ${data['rows'] ?? ''}. Bitte teilen Sie sie auf.`;
    case 'more-mistakes':
      return data['count'] === '1' ? 'Es gibt noch 1 weiteren Fehler.' : `Es gibt noch ${data['count'] ?? ''} weitere Fehler.`;
    case 'failed':
      return 'Ein Fehler ist aufgetreten. Es wurde nichts geändert.';
    case 'storage-full':
      return 'Der Speicher Ihres Browsers ist voll, deshalb wurde nichts gespeichert. Löschen Sie, was Sie nicht mehr brauchen, oder geben Sie in den Einstellungen des Browsers Speicher frei, und versuchen Sie es dann noch einmal.';
    case 'not-saved':
      return `Ihr Browser konnte das nicht speichern; nichts wurde geändert. (${data['why'] ?? ''})`;
    case 'outcome-unknown':
      return 'Möglicherweise wurde die Änderung nicht gespeichert. Laden Sie die Seite neu, bevor Sie es erneut versuchen.';
    case 'unavailable':
      return 'Der Dienst ist gerade nicht erreichbar. Es wurde nichts gespeichert. Bitte versuchen Sie es gleich noch einmal.';
  }
}
