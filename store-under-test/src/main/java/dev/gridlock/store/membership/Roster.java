package dev.gridlock.store.membership;

import dev.gridlock.store.config.SwimConfig;
import dev.gridlock.store.membership.MemberTable.Outcome;
import java.util.List;
import java.util.Optional;

/** Takes in claims about other members: the table, whose turn it is to be probed, what is passed on, who is told, which timers run. */
final class Roster {
    private final SwimConfig config;
    private final MemberTable table;
    private final ProbeRotation rotation;
    private final UpdateBacklog backlog;
    private final TimerQueue timers;
    private final Outbox outbox;

    Roster(
            SwimConfig config,
            MemberTable table,
            ProbeRotation rotation,
            UpdateBacklog backlog,
            TimerQueue timers,
            Outbox outbox) {
        this.config = config;
        this.table = table;
        this.rotation = rotation;
        this.backlog = backlog;
        this.timers = timers;
        this.outbox = outbox;
    }

    Outcome learn(MemberUpdate update, long now) {
        int activeBefore = table.activeCount();
        Outcome outcome = table.apply(update);
        if (outcome instanceof Outcome.Applied(List<MemberUpdate> replaced)) {
            replaced.forEach(held -> backlog.remove(held.id().actor()));
            backlog.add(update);
            takeTurns(update, replaced);
            setTimer(update, now);
            tell(update, replaced);
            tellActivity(activeBefore);
        }
        return outcome;
    }

    /** Keeps the turn of an actor that stays active, so that news about it cannot put off its probe. */
    private void takeTurns(MemberUpdate update, List<MemberUpdate> replaced) {
        boolean hasTurn = false;
        for (MemberUpdate held : replaced) {
            boolean stays = held.id().actor().equals(update.id().actor())
                    && held.state().isActive()
                    && update.state().isActive();
            if (stays) {
                hasTurn = true;
            } else {
                rotation.remove(held.id().actor());
            }
        }
        if (update.state().isActive() && !hasTurn) {
            rotation.add(update.id().actor());
        }
    }

    /** Every member that hears of a suspicion times it, so that the death of whoever raised it does not matter. */
    private void setTimer(MemberUpdate update, long now) {
        switch (update.state()) {
            case ALIVE -> {}
            case SUSPECT ->
                timers.set(
                        now + config.suspicionNanos(table.clusterSize()),
                        new Timer.SuspicionOver(update.id(), update.incarnation()));
            case DOWN -> timers.set(now + config.removeDownAfter().toNanos(), new Timer.Forget(update.id()));
        }
    }

    private void tell(MemberUpdate update, List<MemberUpdate> replaced) {
        replaced.stream()
                .skip(1)
                .filter(held -> held.state().isActive())
                .forEach(held -> outbox.add(new Effect.MemberDown(held.id())));
        Optional<MemberUpdate> previous = replaced.stream().findFirst();
        previous.filter(held -> !held.id().equals(update.id()))
                .ifPresent(held -> outbox.add(new Effect.Rename(held.id(), update.id())));
        boolean wasActive = previous.filter(held -> held.state().isActive()).isPresent();
        if (!wasActive && update.state().isActive()) {
            outbox.add(new Effect.MemberUp(update.id()));
        } else if (wasActive && !update.state().isActive()) {
            outbox.add(new Effect.MemberDown(update.id()));
        }
    }

    private void tellActivity(int activeBefore) {
        if (activeBefore == 0 && table.activeCount() > 0) {
            outbox.add(new Effect.Active());
        } else if (activeBefore > 0 && table.activeCount() == 0) {
            outbox.add(new Effect.Idle());
        }
    }

    /** Declares a member down whose suspicion still stands. */
    void suspicionOver(Timer.SuspicionOver timer, long now) {
        Optional<MemberUpdate> standing = table.at(timer.id())
                .filter(held -> held.state() == MemberState.SUSPECT && held.incarnation() == timer.incarnation());
        if (standing.isEmpty()) {
            return;
        }
        learn(standing.get().as(MemberState.DOWN), now);
        if (config.notifyDown()) {
            outbox.sendBare(timer.id().address(), new SwimMessage.TurnUndead(timer.id(), timer.id()));
        }
    }

    void forget(MemberId id) {
        table.at(id).filter(held -> held.state() == MemberState.DOWN).ifPresent(held -> {
            table.remove(held);
            backlog.remove(id.actor());
        });
    }
}
