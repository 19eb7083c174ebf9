package dev.gridlock.store.membership;

import static dev.gridlock.store.membership.MemberState.ALIVE;
import static dev.gridlock.store.membership.MemberState.DOWN;
import static dev.gridlock.store.membership.MemberState.SUSPECT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemberUpdateTest {

    @ParameterizedTest(name = "{0} {1} over {2} {3}: {4}")
    @CsvSource({
        "ALIVE,0,ALIVE,0,false",
        "ALIVE,1,ALIVE,0,true",
        "ALIVE,0,ALIVE,1,false",
        "ALIVE,0,SUSPECT,0,false",
        "ALIVE,1,SUSPECT,0,true",
        "ALIVE,0,SUSPECT,1,false",
        "ALIVE,0,DOWN,0,false",
        "ALIVE,9,DOWN,0,false",
        "SUSPECT,0,ALIVE,0,true",
        "SUSPECT,1,ALIVE,0,true",
        "SUSPECT,0,ALIVE,1,false",
        "SUSPECT,0,SUSPECT,0,false",
        "SUSPECT,1,SUSPECT,0,true",
        "SUSPECT,0,SUSPECT,1,false",
        "SUSPECT,0,DOWN,0,false",
        "SUSPECT,9,DOWN,0,false",
        "DOWN,0,ALIVE,0,true",
        "DOWN,0,ALIVE,9,true",
        "DOWN,0,SUSPECT,0,true",
        "DOWN,0,SUSPECT,9,true",
        "DOWN,0,DOWN,0,false",
        "DOWN,9,DOWN,0,false",
        "DOWN,0,DOWN,9,false",
    })
    void oneIdentity(MemberState state, long incarnation, MemberState heldState, long heldIncarnation, boolean wins) {
        MemberId id = id(0, 0, 100);
        assertThat(new MemberUpdate(id, incarnation, state).overrides(new MemberUpdate(id, heldIncarnation, heldState)))
                .isEqualTo(wins);
    }

    @Test
    void newerIdentityWinsInEveryStateAndOlderInNone() {
        MemberId old = id(0, 0, 100);
        for (MemberId young : List.of(id(0, 0, 101), id(0, 1, 101), id(1, 0, 101))) {
            for (MemberState ofYoung : MemberState.values()) {
                for (MemberState ofOld : MemberState.values()) {
                    MemberUpdate younger = new MemberUpdate(young, 0, ofYoung);
                    MemberUpdate older = new MemberUpdate(old, 7, ofOld);
                    assertThat(younger.overrides(older))
                            .as("%s over %s", younger, older)
                            .isTrue();
                    assertThat(older.overrides(younger))
                            .as("%s over %s", older, younger)
                            .isFalse();
                }
            }
        }
    }

    @Test
    void contendersBornTogetherHaveOneWinner() {
        MemberId here = id(0, 0, 100);
        for (MemberId there : List.of(id(1, 0, 100), id(0, 1, 100))) {
            assertThat(there.supersedes(here)).isNotEqualTo(here.supersedes(there));
        }
        assertThat(here.supersedes(here)).isFalse();
        assertThat(id(1, 1, 200).supersedes(here)).isFalse();
    }

    /** Which of the claims about one actor stands does not depend on the order in which they came. */
    @Test
    void overridingIsAsymmetricAndTransitive() {
        List<MemberUpdate> claims = new ArrayList<>();
        for (long born = 100; born < 102; born++) {
            for (long incarnation = 0; incarnation < 3; incarnation++) {
                claims.add(new MemberUpdate(id(0, 0, born), incarnation, ALIVE));
                claims.add(new MemberUpdate(id(0, 0, born), incarnation, SUSPECT));
            }
            claims.add(new MemberUpdate(id(0, 0, born), 0, DOWN));
        }
        for (MemberUpdate a : claims) {
            for (MemberUpdate b : claims) {
                assertThat(a.overrides(b)).as("%s, %s", a, b).isEqualTo(!a.equals(b) && !b.overrides(a));
                for (MemberUpdate c : claims) {
                    if (a.overrides(b) && b.overrides(c)) {
                        assertThat(a.overrides(c)).as("%s, %s, %s", a, b, c).isTrue();
                    }
                }
            }
        }
    }

    @Test
    void claimsAboutDifferentMembersAreNotCompared() {
        MemberUpdate one = new MemberUpdate(id(0, 0, 100), 0, ALIVE);
        MemberUpdate other = new MemberUpdate(id(1, 1, 100), 0, DOWN);
        assertThatThrownBy(() -> other.overrides(one))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected one member");
    }

    @Test
    void valuesOutOfRangeAreRefused() {
        MemberId id = id(0, 0, 100);
        assertThatThrownBy(() -> new MemberUpdate(id, -1, ALIVE)).hasMessageContaining("found incarnation -1");
        assertThatThrownBy(() -> new MemberId(id.actor(), "n", id.address(), 65_536, 0))
                .hasMessageContaining("found cluster id 65536");
    }

    static MemberId id(int actor, int address, long bornAt) {
        return new MemberId(SwimNetwork.actorOf(actor), "n" + actor, SwimNetwork.addressOf(address), 0, bornAt);
    }
}
