import { Component, type ReactNode } from 'react';

type Props = {
  /** If this value changes after an error, the children are rendered again. */
  retryOn: unknown;
  instead: ReactNode;
  children: ReactNode;
};
type State = { broken: boolean; retryOn: unknown };

/** Shows `instead` if a child throws an error while rendering. The rest of the page stays. */
export class Boundary extends Component<Props, State> {
  override state: State = { broken: false, retryOn: this.props.retryOn };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  static getDerivedStateFromProps({ retryOn }: Props, state: State) {
    return retryOn === state.retryOn ? null : { broken: false, retryOn };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
  }

  override render() {
    return this.state.broken ? this.props.instead : this.props.children;
  }
}
