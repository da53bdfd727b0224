import { own } from '../../base/own.ts';
import type { OwnMessage } from '../outcome.ts';
import type { MustBe } from './must-be.ts';

/** What a value must be, by the kind of value in the Type column. */
const must: Readonly<Record<MustBe, string>> = {
  required: 'doit être rempli',
  length: 'est trop long',
  text: 'doit être du texte',
  integer: 'doit être un nombre entier',
  decimal: 'doit être un nombre',
  percent: 'doit être un pourcentage',
  money: 'doit être un montant avec deux décimales au plus',
  boolean: 'doit être oui ou non',
  date: 'doit être une date',
  time: 'doit être une heure',
  datetime: 'doit être une date avec une heure',
  duration: 'doit être une durée',
  email: 'doit être une adresse e-mail',
  url: 'doit être une adresse web qui commence par http:// ou https://',
  phone: 'doit être un numéro de téléphone',
  color: 'doit être une couleur',
  uuid: 'doit être un UUID',
  slug: 'ne peut contenir que des minuscules, des chiffres et des traits d’union',
  enum: 'doit être l’une des valeurs proposées',
  relation: 'doit être un élément existant',
  list: 'doit être une liste',
  file: 'doit être un fichier envoyé',
  image: 'doit être une image',
};

/** The built-in message of a refusal, in French. */
export function frenchRefusal({ code, data }: OwnMessage): string {
  const { field = '', entity = '' } = data;
  switch (code) {
    case 'UNAUTHORIZED':
      return 'Connectez-vous pour continuer.';
    case 'FORBIDDEN':
      return 'Vous n’avez pas accès.';
    case 'NOT_FOUND':
      return entity === '' || entity === 'record' ? 'Introuvable.' : `${entity} : introuvable.`;
    case 'CONFLICT':
      return 'Cette action n’est pas possible pour le moment.';
    case 'INVALID':
      return field === '' ? 'Valeur non valide.' : `${field} : valeur non valide.`;
    case 'required':
      return `${field} doit être rempli.`;
    case 'unfit':
      return `${field} ${own(must, data['must'] ?? '') ?? 'a une valeur non valide'}.`;
    case 'taken':
      return `${data['fields'] ?? ''} : cette valeur est déjà utilisée.`;
    case 'referred':
      return `Suppression impossible : d’autres éléments l’utilisent encore (${entity} : ${field}).`;
    case 'rule':
      return `La règle « ${data['rule'] ?? ''} » n’est pas respectée.`;
    case 'no-field':
      return `${field} n’est pas un champ de ${entity}.`;
    case 'no-way':
      return `Vous ne pouvez pas déplacer cet élément de « ${data['from'] ?? ''} » vers « ${data['to'] ?? ''} ».`;
    case 'not-asked':
      return `${field} n’est pas demandé ici.`;
    case 'mistake-in-document':
      return 'Action impossible : le document contient une erreur.';
    case 'no-accounts':
      return 'Connexion impossible : le document ne définit aucun compte.';
    case 'sign-in':
      return 'Identifiants incorrects.';
    case 'TOO_MANY_ATTEMPTS':
      return `Trop de tentatives. Réessayez dans ${data['seconds'] ?? ''} secondes.`;
    case 'TOO_EXPENSIVE':
      return 'La demande est trop volumineuse. Affinez-la et réessayez.';
    case 'password-required':
      return 'Indiquez votre mot de passe actuel.';
    case 'wrong-password':
      return 'Le mot de passe actuel est incorrect.';
    case 'other-password':
      return 'Ce n’est pas le mot de passe choisi lors de l’inscription.';
    case 'code-required':
      return 'Saisissez le code de votre application d’authentification.';
    case 'wrong-code':
      return 'Ce code est incorrect ou a déjà servi.';
    case 'link-expired':
      return 'Ce lien a expiré ou a déjà servi. Demandez-en un nouveau.';
    case 'confirm-email':
      return 'Confirmez d’abord votre adresse e-mail : demandez un lien pour le faire.';
    case 'too-many-rows':
      return `Un fichier peut contenir au plus ${data['most'] ?? ''} lignes ; celui-ci en contient ${data['rows'] ?? ''}. Divisez-le en plusieurs fichiers.`;
    case 'more-mistakes':
      return data['count'] === '1' ? 'Il y a 1 autre erreur.' : `Il y a ${data['count'] ?? ''} autres erreurs.`;
    case 'failed':
      return 'Une erreur est survenue. Rien n’a été modifié.';
    case 'storage-full':
      return 'Le stockage de votre navigateur est plein : rien n’a été enregistré. Supprimez ce dont vous n’avez plus besoin ou libérez de l’espace dans les réglages du navigateur, puis réessayez.';
    case 'not-saved':
      return `Votre navigateur n’a pas pu l’enregistrer : rien n’a été modifié. (${data['why'] ?? ''})`;
    case 'outcome-unknown':
      return 'La modification n’a peut-être pas été enregistrée. Rechargez la page avant de réessayer.';
    case 'unavailable':
      return 'Le service ne répond pas pour le moment et rien n’a été enregistré. Réessayez dans un instant.';
  }
}
