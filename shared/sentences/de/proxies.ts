/** German of the core's sentences about proxies and the addresses that go around them. */
import type { CoreSentences } from '../translator.ts'

export const proxySentences: CoreSentences = {
  '{why}. Set them in Settings under Network. {kept}':
    '{why}. In den Einstellungen unter „Netzwerk“ eintragen. {kept}',
  '{why}. Check the proxy in Settings under Network. {kept}':
    '{why}. Proxy in den Einstellungen unter „Netzwerk“ prüfen. {kept}',
  'Your changes are saved here and will sync later':
    'Alle Änderungen sind hier gespeichert und werden später synchronisiert',
  'The proxy needs a username and password': 'Der Proxy verlangt Benutzername und Passwort',
  'The proxy rejected this username and password':
    'Der Proxy hat Benutzername und Passwort abgelehnt',
  'The proxy needs a kind of sign-in Stint doesn’t support ({kind})':
    'Der Proxy verlangt eine Anmeldung, die Stint nicht unterstützt ({kind})',
  'The proxy can’t reach the service ({status})': 'Der Proxy erreicht den Dienst nicht ({status})',
  'The proxy isn’t responding': 'Der Proxy antwortet nicht',
  'The proxy closed the connection': 'Der Proxy hat die Verbindung geschlossen',
  'Can’t use the proxy': 'Der Proxy lässt sich nicht verwenden',
  'Couldn’t find the proxy. Check its address': 'Proxy nicht gefunden. Adresse prüfen',
  'Nothing responds at the proxy’s address': 'Keine Antwort unter der Adresse des Proxys',
  'The proxy isn’t reachable from this network':
    'Der Proxy ist aus diesem Netzwerk nicht erreichbar',
  'The server at the proxy’s address isn’t a proxy. Check whether it uses http or https':
    'Der Server unter der Adresse des Proxys ist kein Proxy. Prüfen, ob http oder https richtig ist',
  'This computer doesn’t trust the proxy’s certificate. If your company issued it, install its root certificate here':
    'Dieser Computer vertraut dem Zertifikat des Proxys nicht. Stammt es von der eigenen Firma, muss hier deren Stammzertifikat installiert werden',
  'The proxy’s certificate has expired. Ask whoever runs the proxy to renew it':
    'Das Zertifikat des Proxys ist abgelaufen. Wer den Proxy betreibt, muss es erneuern',
  'The proxy’s certificate is for a different address':
    'Das Zertifikat des Proxys gilt für eine andere Adresse',
  'The proxy requires a client certificate, which Stint doesn’t support':
    'Der Proxy verlangt ein Client-Zertifikat. Stint unterstützt keine',
  'The proxy’s address isn’t valid': 'Die Adresse des Proxys stimmt nicht',
  'Enter an address, like proxy.example.com:3128': 'Adresse eingeben, z. B. proxy.example.com:3128',
  'Add a port, like proxy.example.com:3128': 'Port ergänzen, z. B. proxy.example.com:3128',
  'Enter only a host and port. Set a proxy auto-config file in the system settings':
    'Nur Host und Port eingeben. Eine Datei zur automatischen Proxy-Konfiguration gehört in die Systemeinstellungen',
  'Enter hosts, like intranet.example.com': 'Hosts eingeben, z. B. intranet.example.com',
  'Enter {most} hosts or fewer': 'Höchstens {most} Hosts eingeben',
  'A username can’t contain a colon': 'Benutzernamen ohne Doppelpunkt eingeben',
  'Enter the username for this password': 'Benutzernamen zu diesem Passwort eingeben',
  'This account is on this computer only, so there’s no service to reach':
    'Dieses Konto liegt nur auf diesem Computer. Es hat keinen Dienst',
}
