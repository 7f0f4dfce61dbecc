import { Button, type ButtonProps, Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useDrawer } from '../layout/drawer.tsx'
import { Failure } from './failure.tsx'

interface ConfirmButtonProps {
  /** Verb and object: "Block u_8841". It is the button in the dialog too. */
  readonly verb: string
  /** The change that it will make, shown before it is made. */
  readonly children: ReactNode
  /** Rejects where it did not work: the dialog stays open with the reason. */
  readonly onConfirm: () => Promise<unknown>
  /** The label that opens the dialog, where it is not the verb. */
  readonly label?: ReactNode
  readonly isDestructive?: boolean
  readonly isDisabled?: boolean
  /** Something is still to be filled in: the deed waits for it. */
  readonly isIncomplete?: boolean
  readonly button?: Pick<ButtonProps, 'size' | 'variant' | 'leftSection' | 'fullWidth' | 'className'>
}

/** A button whose deed is told and confirmed first. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { verb, children, onConfirm, label = `${verb}…`, isDestructive = false, isDisabled, button } = props
  const { isIncomplete = false } = props
  const drawer = useDrawer()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const close = () => {
    setOpen(false)
    setError(undefined)
  }
  const confirm = async () => {
    setBusy(true)
    try {
      await onConfirm()
      close()
    } catch (reason) {
      setError(reason)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        {...button}
        {...(isDestructive ? { c: 'var(--error)' } : {})}
        disabled={isDisabled ?? false}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {/* It would lock by a style element, which the policy of the page refuses. */}
      <Modal
        opened={isOpen}
        onClose={close}
        title={verb}
        lockScroll={false}
        {...(drawer === null ? {} : { portalProps: { target: drawer } })}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <div className="stack">
          <div>{children}</div>
          {error !== undefined && <Failure what={`${verb}: it was not done`} error={error} />}
          <div className="row">
            <Button
              variant="filled"
              {...(isDestructive ? { color: 'danger' } : {})}
              loading={isBusy}
              disabled={isIncomplete}
              onClick={confirm}
              data-autofocus
            >
              {verb}
            </Button>
            <Button onClick={close}>Cancel</Button>
          </div>
        </div>
      </Modal>
    </>
  )
}
