import { Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { chooseTheme, themeStore } from './theme';
import { IconButton } from '../ui/Button';
import { useStore } from '../browser/store';

export function ThemeToggle() {
  const { t } = useTranslation();
  const theme = useStore(themeStore);
  const other = theme === 'light' ? 'dark' : 'light';
  return (
    <IconButton
      label={t(other === 'dark' ? 'shell.toDark' : 'shell.toLight')}
      onClick={() => chooseTheme(other)}
    >
      {other === 'dark' ? <Moon className="size-5" /> : <Sun className="size-5" />}
    </IconButton>
  );
}
